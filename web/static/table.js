// The table view: joins the feed, the drawing and the jump button.

import { draw } from "./draw.js";
import { listen } from "./jump.js";
import { follow } from "./live.js";

const table = document.getElementById("table");
const notice = document.getElementById("lost");

const showPress = listen(document.getElementById("jump"), () => table.dataset.canJump === "true");

function said(kind, message) {
  if (!message.screen) return;
  draw(message.screen, kind === "change");
  if (message.event?.kind === "press") showPress(message.screen.last_press);
}

function lost(dead) {
  notice.hidden = !dead;
  document.body.classList.toggle("stale", dead);
}

follow("/events", said, lost);
