// Invites another referee: asks for a PIN and its QR code, and takes them away when they have ended.

import { ask } from "./send.js";

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
  const made = await ask("/api/invitations", {});
  if (made) show(made);
}

button?.addEventListener("click", invite);
