// The page of the settings: sends what was changed, and starts the companion anew where that is asked for.

import { say, send } from "./send.js";

const APART_MS = 600;
const form = document.getElementById("settings");

/** Give what differs from what the page came with. */
function changed() {
  const differs = (input) =>
    input.tagName === "SELECT"
      ? [...input.options].some((option) => option.selected !== option.defaultSelected)
      : input.value !== input.defaultValue;
  return Object.fromEntries([...form.querySelectorAll("[name]")].filter(differs).map((i) => [i.name, i.value]));
}

/** Take what was kept as the new starting point; what was changed meanwhile is still to be sent. */
function settle(values) {
  for (const [name, value] of Object.entries(values)) {
    const input = form.elements[name];
    if (input.tagName !== "SELECT") input.defaultValue = value;
    else for (const option of input.options) option.defaultSelected = option.value === value;
  }
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const values = changed();
  if (!Object.keys(values).length) return say(form.dataset.same);
  if (!(await send("/settings", values))) return undefined;
  settle(values);
  return say(form.dataset.kept, true);
});

/** Load the page again once the companion has gone and is back, however long that takes. */
async function follow(gone = false) {
  const there = await fetch("/healthz").catch(() => null);
  if (gone && there) location.reload();
  else setTimeout(follow, APART_MS, gone || !there);
}

document.getElementById("restart")?.addEventListener("click", async () => {
  if (!(await send("/settings/restart", {}))) return;
  say(form.dataset.restarting, true);
  follow();
});
