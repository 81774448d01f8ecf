// The standings: kept as the server has them, with players that move to their new places; and the lobby's forms.

import { follow } from "./live.js";
import { morph } from "./morph.js";
import { say, send } from "./send.js";
import { single } from "./single.js";

const QUIET = ["seen", "press", "camera", "attention", "cleared", "verdict"]; // no place changes by these
const SETTLE_MS = 120; // several events of one moment are drawn once
const AGAIN_MS = 2000; // after the page could not be had
const GLIDE_MS = 600;
const page = document.getElementById("page");
const line = document.getElementById("message");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let waiting;
let drawing = Promise.resolve();

function tops() {
  return new Map([...document.querySelectorAll("#ranks > [data-key]")].map((e) => [e.dataset.key, e.offsetTop]));
}

/** Let everybody who has another place now glide there from the old one. */
function glide(before) {
  if (calm.matches) return;
  for (const element of document.querySelectorAll("#ranks > [data-key]")) {
    const by = (before.get(element.dataset.key) ?? element.offsetTop) - element.offsetTop;
    if (by) element.animate([{ transform: `translateY(${by}px)` }, {}], { duration: GLIDE_MS, easing: "ease-out" });
  }
}

async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => null) : null; // its end may be lost on the way
  if (text === null) return soon(AGAIN_MS);
  const other = new DOMParser().parseFromString(text, "text/html");
  const before = tops();
  const focused = document.activeElement;
  document.title = other.title;
  morph(page, other.getElementById("page"));
  if (document.contains(focused)) focused.focus({ preventScroll: true });
  glide(before);
}

/** Draw once more, after whatever is being drawn. */
function again() {
  drawing = drawing.then(refresh);
  return drawing;
}

function soon(after) {
  clearTimeout(waiting);
  waiting = setTimeout(again, after);
}

let busy; // the form that is being sent

/** Whoever was typed in the lobby but not sent plays too: gives whether nothing stands in the way of starting. */
async function typedOnesJoin() {
  const name = document.getElementById("join-name");
  if (!name?.value.trim()) return true;
  const taken = await send("/api/lobby/players", { player: name.value, new: true });
  if (taken) name.form.reset();
  return taken;
}

async function submit(form) {
  const { post, method, then } = form.dataset;
  const body = { ...JSON.parse(form.dataset.body ?? "{}"), ...Object.fromEntries(new FormData(form)) };
  say(line.dataset.sending);
  if (form.dataset.post === "/api/games" && !(await typedOnesJoin())) return;
  if (!(await send(post, body, method))) return;
  if (then) location.assign(then);
  else if ("clear" in form.dataset) form.reset();
  if (!then) await again();
}

single(document);

document.addEventListener("submit", async (event) => {
  if (!event.target.dataset.post) return;
  event.preventDefault();
  // A second tap on the way means nothing; what is chosen meanwhile, by arrow keys mostly, counts after it.
  while (busy) {
    if (event.target.dataset.on !== "change") return;
    await busy;
  }
  busy = submit(event.target).finally(() => (busy = undefined));
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-on=change]");
  if (form) form.requestSubmit();
});

function said(kind, message) {
  if (kind === "snapshot" && String(message.seq) === page.dataset.seq) return; // that is what the page shows
  if (kind === "change" && QUIET.includes(message.event.kind)) return;
  soon(SETTLE_MS);
}

let gone = false;

/** Say that the line to the table is dead for as long as it is. */
function lost(dead) {
  if (dead === gone) return;
  gone = dead;
  say(dead ? line.dataset.lost : "", true);
}

follow("/events", said, lost);
