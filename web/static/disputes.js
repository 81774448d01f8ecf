// The table's own ruling on a dispute: one tap, and the page shows what came of it.

import { say, send } from "./send.js";

const ruling = document.querySelector(".own-ruling");
let busy = false;

async function rule(button) {
  if (busy) return;
  busy = true;
  say(document.getElementById("message").dataset.sending);
  const taken = await send(`/api/disputes/${ruling.dataset.number}/ruling`, JSON.parse(button.value));
  busy = false;
  if (taken) location.reload();
}

ruling?.addEventListener("click", (event) => {
  const button = event.target.closest("button.rule");
  if (button) rule(button);
});
