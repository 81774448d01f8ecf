// The wizard's live parts: the camera's picture, twice a second at most, and the buttons that were heard.

import { follow } from "./live.js";
import { say } from "./send.js";

const APART_MS = 600;
const look = document.getElementById("look");
const heard = document.getElementById("heard");
let gone = false;

/** Say that the table cannot be reached for as long as it is so; once it is back, the page begins anew. */
function lost(dead) {
  if (gone && !dead) location.reload();
  if (dead && !gone) say(look.dataset.lost, true);
  gone = dead;
}

/** Fetch the picture with what is drawn on it; shown only once the picture itself is there. */
async function refresh() {
  const answer = await fetch(look.dataset.from).catch(() => null);
  lost(!answer);
  if (!answer?.ok) return;
  const part = document.createElement("div");
  part.innerHTML = await answer.text();
  const picture = part.querySelector("img");
  const same = part.querySelector(".view")?.dataset.number === look.querySelector(".view")?.dataset.number;
  if (picture && same) return;
  await picture?.decode().catch(() => null);
  look.replaceChildren(...part.childNodes);
}

async function watch() {
  if (!document.hidden) await refresh();
  setTimeout(watch, APART_MS);
}

/** Show which button was heard. */
function said(kind, message) {
  if (kind !== "change" || message.event.kind !== "press") return;
  const name = message.event.data.button;
  const words = name === "jump" ? heard.dataset.jump : heard.dataset.of.replace("%", name);
  heard.textContent = `${heard.dataset.heard} ${words}`;
  const line = [...document.querySelectorAll("#buttons li")].find((each) => each.dataset.button === name);
  if (!line) return;
  line.dataset.heard = "true";
  line.querySelector(".state").textContent = heard.dataset.heard.replace(":", "");
}

if (look) watch();
if (heard) follow("/events", said, () => {});
