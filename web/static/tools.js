// The referee's tools on the table view: undo, redo, what a doubtful card may be, and a guessed one instead.

import { list, mark, write } from "./draw.js";
import { send } from "./send.js";
import { oneAtATime, single } from "./single.js";

const tools = document.querySelector("div#tools");
const offers = document.getElementById("offers");
const instead = document.getElementById("instead");
const goOn = document.getElementById("go-on");
const SEEN_MS = 600; // a tap so soon after others changed the game was meant for what stood there before
let awaited = false; // whether the next change is this device's own, on its way
let seen;

const once = oneAtATime(async (path, body) => {
  const before = tools.dataset.edits;
  const taken = await send(path, body);
  awaited = taken && tools.dataset.edits === before;
});

if (tools) {
  [tools, offers, instead].forEach(single);
  for (const step of ["undo", "redo"]) {
    const path = `/api/${step}`;
    tools.querySelector(`#${step}`).addEventListener("click", () => once(path, { edits: Number(tools.dataset.edits) }));
  }
  goOn?.addEventListener("click", () => once("/api/pause", { on: false }));
  offers.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) once("/api/acts", { act: JSON.parse(button.value), edits: Number(tools.dataset.edits) });
  });
  instead.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { at, revision } = instead.dataset;
    once("/api/corrections", { change: "replace", at: Number(at), act: JSON.parse(button.value), revision: Number(revision) });
  });
}

/** Let the tools speak of what has been seen: what others changed a moment ago has not been seen yet. */
function look(screen) {
  const see = () => {
    mark(tools, "edits", screen.edits);
    mark(instead, "revision", screen.revision);
  };
  clearTimeout(seen);
  if (tools.dataset.edits === String(screen.edits)) return see();
  if (once.underWay || awaited) see();
  else seen = setTimeout(see, SEEN_MS);
  awaited = false;
}

/** Draw the tools of a screen; an onlooker has none. */
export function drawTools(screen) {
  if (!tools) return;
  look(screen);
  tools.querySelector("#undo").disabled = !screen.can_undo;
  tools.querySelector("#redo").hidden = !screen.can_redo;
  tools.querySelector("#mend").hidden = screen.first_game; // there is nothing to mend yet
  if (goOn) goOn.hidden = !screen.paused;
  mark(instead, "at", screen.instead_at ?? "");
  for (const [place, choices] of [[offers, screen.offers], [instead, screen.instead]]) {
    list(place, choices, "t-offer", (button, choice) => {
      button.setAttribute("value", choice.act);
      write(button, choice.label);
    });
  }
}
