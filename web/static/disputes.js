// The table's own ruling on a dispute: one tap, and the page shows what came of it.

import { say, send } from "./send.js";
import { oneAtATime } from "./single.js";

const ruling = document.querySelector(".own-ruling");

const rule = oneAtATime(async (button) => {
  say(document.getElementById("message").dataset.sending);
  const taken = await send(`/api/disputes/${ruling.dataset.number}/ruling`, JSON.parse(button.value));
  if (taken) location.reload();
});

ruling?.addEventListener("click", (event) => {
  const button = event.target.closest("button.rule");
  if (button) rule(button);
});
