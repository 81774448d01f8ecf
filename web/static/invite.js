// Invites another referee: asks for a PIN and its QR code, and takes them away when they have ended.

import { say } from "./send.js";

const button = document.getElementById("invite");
const box = document.getElementById("invitation");
let ends;

/** Show an invitation for as long as it counts. */
function show(made) {
  const drawn = new DOMParser().parseFromString(made.qr, "image/svg+xml").documentElement;
  document.getElementById("qr").replaceChildren(document.importNode(drawn, true));
  document.getElementById("pin").textContent = `${made.pin.slice(0, 3)} ${made.pin.slice(3)}`;
  box.hidden = false;
  clearTimeout(ends);
  ends = setTimeout(() => (box.hidden = true), made.seconds * 1000);
}

async function invite() {
  const unsent = document.getElementById("message").dataset.unsent;
  try {
    const headers = { "Content-Type": "application/json", "X-Companion": "1" };
    const answer = await fetch("/api/invitations", { method: "POST", headers, body: "{}" });
    const said = await answer.json();
    if (answer.ok) show(said);
    else say(said.error?.message ?? unsent);
  } catch {
    say(unsent);
  }
}

button?.addEventListener("click", invite);
