// The referee's pages: sends their forms as JSON, and keeps the list of acts fresh.

import { follow } from "./live.js";
import { say, send } from "./send.js";

const TELLING = ["act", "undo", "correction", "result", "game", "attention", "cleared"];
const SETTLE_MS = 150; // several events of one moment are drawn once
const live = document.getElementById("mend").dataset.live;
let busy = false;
let waiting;

/** Give the body of a form: as it says itself, the act of the tapped button, or what was typed. */
function bodyOf(form, button) {
  if (form.dataset.body) return JSON.parse(form.dataset.body);
  if (button?.name === "act") return { act: JSON.parse(button.value) };
  return Object.fromEntries(new FormData(form));
}

/** Draw the page anew in its place, as the server has it now; where one was and what has focus stays. */
async function refresh() {
  const answer = await fetch(live);
  if (!answer.ok || answer.redirected) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.id;
  const open = [...document.querySelectorAll("#mend select")].some((select) => select.value);
  for (const id of open ? ["steps"] : ["mend", "steps"]) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  }
  document.body.dataset.fresh = Number(document.body.dataset.fresh ?? 0) + 1;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

async function submit(form, button) {
  const body = bodyOf(form, button);
  const { post, then, method } = form.dataset;
  say(document.getElementById("message").dataset.sending);
  if (!(await send(post, body, method))) return;
  if (then) location.assign(then);
  else await refresh();
}

document.addEventListener("submit", async (event) => {
  if (!event.target.dataset.post) return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  try {
    await submit(event.target, event.submitter);
  } finally {
    busy = false;
  }
});

if (live) {
  follow(
    "/events",
    (kind, message) => {
      if (kind !== "change" || !TELLING.includes(message.event.kind)) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => busy || refresh(), SETTLE_MS);
    },
    () => {},
  );
}
