// Steps through a game that was played: by buttons, arrow keys, the slider, a tap on an act, or by itself.

import { drawPlay, write } from "./draw.js";
import { say } from "./send.js";

const STEP_MS = 1400;
const page = document.getElementById("page");
const byId = (id) => document.getElementById(id);
const { game } = page.dataset;
const last = Number(page.dataset.last);
const known = new Map(); // moments that were fetched, by number
let at = Number(page.dataset.act);
let wanted = at;
let timer;

function fetched(number) {
  if (!known.has(number)) {
    const answer = fetch(`/api/games/${game}/acts/${number}`).then((a) => (a.ok ? a.json() : Promise.reject(a)));
    answer.catch(() => known.delete(number));
    known.set(number, answer);
  }
  return known.get(number);
}

function show(moment, lively) {
  at = moment.number;
  page.dataset.act = at;
  drawPlay(moment, lively);
  write(byId("words"), moment.words);
  write(byId("changes"), moment.changes);
  write(byId("count"), byId("count").dataset.form.replace("#", at));
  byId("flaw").hidden = !moment.flaw;
  write(byId("flaw").querySelector("span"), moment.flaw);
  byId("slide").value = at;
  for (const [id, off, to] of [
    ["first", at === 0, 0],
    ["back", at === 0, Math.max(at - 1, 0)],
    ["next", at === last, Math.min(at + 1, last)],
    ["last", at === last, last],
  ]) {
    byId(id).setAttribute("aria-disabled", off);
    byId(id).setAttribute("href", `?act=${to}`);
  }
  document.querySelector("#acts [aria-current]")?.removeAttribute("aria-current");
  byId("acts").children[at - 1]?.firstElementChild.setAttribute("aria-current", "step");
  history.replaceState(null, "", `?act=${at}`);
  if (at < last) fetched(at + 1).catch(() => {});
}

/** Go to an act; where another one is wanted before its moment has come, that one counts. */
async function go(number) {
  wanted = Math.min(Math.max(number, 0), last);
  const asked = wanted;
  try {
    const moment = await fetched(asked);
    if (asked !== wanted) return;
    show(moment, asked === at + 1);
    say("");
  } catch {
    if (asked !== wanted) return;
    pause();
    wanted = at;
    say(byId("message").dataset.lost, true);
  }
}

function pause() {
  clearInterval(timer);
  timer = undefined;
  byId("play").setAttribute("aria-pressed", "false");
}

/** Go one act on; one that has not come yet is waited for. */
function step() {
  if (wanted !== at) return;
  if (at < last) go(at + 1);
  else pause();
}

function play() {
  if (wanted === last) go(0);
  timer = setInterval(step, STEP_MS);
  byId("play").setAttribute("aria-pressed", "true");
}

const ways = {
  first: () => go(0),
  back: () => go(wanted - 1),
  next: () => go(wanted + 1),
  last: () => go(last),
};
for (const [id, way] of Object.entries(ways)) {
  byId(id).addEventListener("click", (event) => {
    event.preventDefault();
    pause();
    way();
  });
}
byId("play").addEventListener("click", () => (timer ? pause() : play()));
byId("slide").addEventListener("input", (event) => {
  pause();
  go(Number(event.target.value));
});
byId("acts").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  pause();
  go(Number(new URL(link.href).searchParams.get("act")));
});
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const way = keys[event.key];
  if (!way && event.key !== " ") return;
  const step = event.target.closest("[role=button]"); // a link is not tapped by the space key, a button is
  if (event.key === " " && !step && event.target.closest("a, button, summary")) return;
  event.preventDefault();
  if (step && !way) return step.click();
  if (!way) return byId("play").click();
  pause();
  ways[way]();
});
if (at < last) fetched(at + 1).catch(() => {});
