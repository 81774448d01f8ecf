// The table view: joins the feed, the drawing, the jump button and, for a referee, the tools.

import { announce } from "./announce.js";
import { draw } from "./draw.js";
import { listen } from "./jump.js";
import { follow } from "./live.js";
import { drawTools } from "./tools.js";

const BACK_MS = 3000;

const table = document.getElementById("table");
const notice = document.getElementById("lost");
const menu = document.querySelector(".menu");

const showPress = listen(document.getElementById("jump"), () => table.dataset.canJump === "true");

function said(kind, message) {
  if (!message.screen) return;
  draw(message.screen, kind === "change");
  drawTools(message.screen);
  announce(message.screen);
  if (message.event?.kind === "press") showPress(message.screen.last_press);
}

/** Shut the menu as people expect: by Escape, and by a tap anywhere else. */
function shut(event) {
  if (!menu.open || (event.type === "keydown" ? event.key !== "Escape" : menu.contains(event.target))) return;
  menu.open = false;
  if (event.type === "keydown") menu.querySelector("summary").focus();
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, shut);

let gone = false;
let shown;

/** Say that the line is dead, and for a moment that it is back; a line that was never lost says nothing. */
function lost(dead) {
  if (dead === gone) return;
  gone = dead;
  clearTimeout(shown);
  notice.dataset.state = dead ? "gone" : "back";
  notice.hidden = false;
  document.body.classList.toggle("stale", dead);
  if (!dead) shown = setTimeout(() => (notice.hidden = true), BACK_MS);
}

follow("/events", said, lost);
