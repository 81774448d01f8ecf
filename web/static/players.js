// A player's page, for a referee: another name, or none.

import { say } from "./send.js";

const line = document.getElementById("message");

async function send(path, body) {
  say(line.dataset.sending, true);
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Companion": "1" },
      body: JSON.stringify(body),
    });
    const said = await answer.json();
    say(answer.ok ? "" : (said.error?.message ?? line.dataset.unsent));
    return answer.ok ? said : null;
  } catch {
    say(line.dataset.unsent);
    return null;
  }
}

async function rename(form) {
  const done = await send("/api/players/rename", { player: form.dataset.player, name: form.elements.name.value });
  if (done) location.assign(done.address);
}

async function remove(form) {
  const body = { player: form.dataset.player, confirm: form.elements.confirm.value };
  const done = await send("/api/players/delete", body);
  if (done?.left.length) say(`${form.dataset.left} ${done.left.join(", ")}`, true);
  else if (done) location.assign("/players");
}

for (const [id, act] of [["rename", rename], ["delete", remove]]) {
  document.getElementById(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act(event.target);
  });
}
