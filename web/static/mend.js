// The referee's pages: sends their forms as JSON, and keeps the list of acts fresh.

import { follow } from "./live.js";
import { say, send } from "./send.js";
import { oneAtATime, single } from "./single.js";

const OFFERING = ["game", "attention", "cleared", "renamed", "broken"]; // what changes the page beside the acts
const SETTLE_MS = 150; // several events of one moment are drawn once
const AGAIN_MS = 2000; // after the page could not be had
const SEEN_MS = 600; // a tap so soon after others changed the page was meant for what stood there before
const main = document.getElementById("mend");
const live = main.dataset.live;
let waiting;
let drawing = Promise.resolve();
let stale = false;
let edits = main.dataset.edits;
let changed = -SEEN_MS;

/** Give the body of a form: as it says itself, the act of the tapped button, or what was typed. */
function bodyOf(form, button) {
  if (form.dataset.body) return JSON.parse(form.dataset.body);
  if (button?.name === "act") return { act: JSON.parse(button.value) };
  return Object.fromEntries(new FormData(form));
}

/** Give what an element is known by, also once the page has been drawn anew. */
function known(element) {
  return element?.id || element?.value || element?.getAttribute("href");
}

/** Draw the page anew in its place, as the server has it now; where one was and what has focus stays. */
async function redraw(address, others = false) {
  stale = false;
  const answer = await fetch(address).catch(() => null);
  if (answer && (!answer.ok || answer.redirected)) return location.reload();
  const text = await answer?.text().catch(() => null); // its end may be lost on the way
  if (typeof text !== "string") {
    stale = true;
    return soon(AGAIN_MS);
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const focused = known(document.activeElement);
  const open = [...document.querySelectorAll("#mend select")].some((select) => select.value);
  const news = page.getElementById("mend").dataset.edits !== main.dataset.edits;
  if (others && news && !wish.underWay) changed = performance.now(); // what comes while a tap of our own is sent is that tap
  for (const id of open ? ["steps"] : ["mend", "steps"]) {
    document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  }
  main.dataset.edits = page.getElementById("mend").dataset.edits;
  if (address === live) history.replaceState(null, "", live); // what was chosen in steps was for the act before
  const again = [...document.querySelectorAll("a, button, select, input")].find((element) => known(element) === focused);
  if (focused) again?.focus({ preventScroll: true });
}

/** Draw once more, after whatever is being drawn: of two answers the newer one stays. */
function refresh(address = live) {
  drawing = drawing.then(() => redraw(address));
  return drawing;
}

const wish = oneAtATime(async (form, button) => {
  if (performance.now() - changed < SEEN_MS) return say(document.getElementById("message").dataset.outdated);
  const { post, then, method } = form.dataset;
  const body = bodyOf(form, button);
  if (post.startsWith("/api/acts") && main.dataset.edits) body.edits ??= Number(main.dataset.edits); // what the page shows
  say(document.getElementById("message").dataset.sending);
  if (!(await send(post, body, method))) {
    const { again } = main.dataset; // what was looked at is outdated: this is how it is now
    return again && refresh(again);
  }
  if (then) location.assign(then);
  else await refresh();
});

single(document);

document.addEventListener("submit", (event) => {
  if (!event.target.dataset.post) return;
  event.preventDefault();
  wish(event.target, event.submitter).finally(catchUp);
});

/** Hear of the table: what this page shows already, by its own doing, is no news. */
function said(kind, message) {
  if (kind === "change" && OFFERING.includes(message.event.kind)) stale = true;
  if (message.view) edits = String(message.view.edits);
  soon(SETTLE_MS);
}

function soon(after) {
  clearTimeout(waiting);
  waiting = setTimeout(catchUp, after);
}

/** Draw what has changed since; what is being drawn may have it already. */
function catchUp() {
  drawing = drawing.then(() => {
    if (!live || wish.underWay || (!stale && edits === main.dataset.edits)) return undefined;
    return redraw(edits === main.dataset.edits ? location.href : live, true);
  });
}

let gone = false;

/** Say that the line to the table is dead for as long as it is. */
function lost(dead) {
  if (dead === gone) return;
  gone = dead;
  say(dead ? document.getElementById("message").dataset.lost : "", true);
}

if (live && !("past" in main.dataset)) follow("/events", said, lost);
