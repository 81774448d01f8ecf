// A player's page, for a referee: another name, or none.

import { ask, say } from "./send.js";

const line = document.getElementById("message");

/** Send it, and say meanwhile that it is on its way. */
function wish(path, body) {
  say(line.dataset.sending, true);
  return ask(path, body);
}

async function rename(form) {
  const done = await wish("/api/players/rename", { player: form.dataset.player, name: form.elements.name.value });
  if (done) location.assign(done.address);
}

async function remove(form) {
  const body = { player: form.dataset.player, confirm: form.elements.confirm.value };
  const done = await wish("/api/players/delete", body);
  if (done?.left.length) say(`${form.dataset.left} ${done.left.join(", ")}`, true);
  else if (done) location.assign("/players");
}

for (const [id, act] of [["rename", rename], ["delete", remove]]) {
  document.getElementById(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act(event.target);
  });
}
