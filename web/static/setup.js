// The wizard's live parts: the camera's picture, twice a second at most, the buttons heard, what is chosen.

import { follow } from "./live.js";
import { say } from "./send.js";

const APART_MS = 600;
const look = document.getElementById("look");
const heard = document.getElementById("heard");
let gone = false;
let kept = Promise.resolve();
let unkept = 0; // choices on their way

/** Say that the table cannot be reached for as long as it is so; once it is back, the page begins anew. */
function lost(dead) {
  if (gone && !dead) location.reload();
  if (dead && !gone) say(look.dataset.lost, true);
  gone = dead;
}

/** Fetch the picture with what is drawn on it; shown only once the picture itself is there. */
async function refresh() {
  const answer = await fetch(look.dataset.from).catch(() => null);
  const text = await answer?.text().catch(() => null); // its end may be lost on the way
  lost(typeof text !== "string");
  if (!answer?.ok || !text) return;
  const part = document.createElement("div");
  part.innerHTML = text;
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

/** What is chosen holds at once, whichever way one then leaves; what cannot be is said to who taps Next. */
function keep({ target: { form } }) {
  if (!form || !("keeps" in form.dataset)) return;
  const sent = { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" };
  unkept += 1;
  const done = () => (unkept -= 1);
  kept = kept.then(() => fetch(location.pathname, sent)).then(done, done);
}

/** Leave once all is kept. */
async function leave(event) {
  const link = event.target.closest("a[href]");
  if (!link || !unkept) return;
  event.preventDefault();
  await kept;
  location.assign(link.href);
}

addEventListener("pageshow", (event) => event.persisted && location.reload()); // what it says may be old
document.addEventListener("change", keep);
document.addEventListener("click", leave);
if (look) watch();
if (heard) follow("/events", said, () => {});
