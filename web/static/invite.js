// Invites another referee: asks for a PIN and its QR code, and takes them away when they have ended or were used.

import { ask } from "./send.js";
import { oneAtATime } from "./single.js";

const button = document.getElementById("invite");
const box = document.getElementById("invitation");
const LOOK_MS = 1500;
let ends;
let looks;

/** Once it was used, the page begins anew: with the device that came, and without the invitation. */
async function look(pin) {
  const answer = await fetch("/api/invitations").catch(() => null);
  if (answer?.ok && !(await answer.json()).pins.includes(pin)) location.reload();
}

function end() {
  box.hidden = true;
  clearInterval(looks);
}

/** Show an invitation for as long as it counts. */
function show(made) {
  const drawn = new DOMParser().parseFromString(made.qr, "image/svg+xml").documentElement;
  document.getElementById("qr").replaceChildren(document.importNode(drawn, true));
  document.getElementById("pin").textContent = `${made.pin.slice(0, 3)} ${made.pin.slice(3)}`;
  box.hidden = false;
  clearTimeout(ends);
  ends = setTimeout(end, made.seconds * 1000);
  clearInterval(looks);
  looks = setInterval(look, LOOK_MS, made.pin);
}

async function invite() {
  const made = await ask("/api/invitations", {});
  if (made) show(made);
}

button?.addEventListener("click", oneAtATime(invite));
