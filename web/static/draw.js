// Draws a screen (web/content/screen.py) into the page. It decides nothing: every word and state comes with the screen.

const byId = (id) => document.getElementById(id);

/** Change a text only where it differs, so that nothing is read out twice. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function mark(element, name, value) {
  if (element.dataset[name] !== String(value)) element.dataset[name] = value;
}

function clone(id) {
  return byId(id).content.firstElementChild.cloneNode(true);
}

/** Make a list as long as its values, and draw each value into its element. */
export function list(parent, values, template, draw) {
  while (parent.children.length > values.length) parent.lastElementChild.remove();
  values.forEach((value, index) => {
    const made = parent.children[index] ?? parent.appendChild(clone(template));
    draw(made, value);
  });
}

function drawBanner(element, banner) {
  element.hidden = !banner;
  if (!banner) return;
  mark(element, "tone", banner.tone);
  write(element.querySelector(".title"), banner.title);
  write(element.querySelector(".text"), banner.text);
}

function fillCard(element, face) {
  mark(element, "face", face.face);
  mark(element, "colour", face.colour);
  mark(element, "sure", face.sure);
  write(element.querySelector(".label"), face.label);
  const change = element.querySelector(".change");
  if (change && !face.change) change.removeAttribute("href");
  else if (change && change.getAttribute("href") !== face.change) change.setAttribute("href", face.change);
  write(element.querySelector(".value"), face.text);
  write(element.querySelector(".doubt"), face.doubt);
}

/** Draw the cards of a zone; one that was not there before is laid with a small movement. */
function drawCards(parent, faces, lively) {
  const before = parent.children.length;
  list(parent, faces, "t-card", (element, face) => {
    const other = element.querySelector(".value").textContent !== face.text;
    fillCard(element, face);
    element.classList.toggle("fresh", lively && other);
  });
  if (lively && faces.length > before) parent.lastElementChild.classList.add("fresh");
}

function drawZone(element, zone, lively) {
  mark(element, "zone", zone.zone);
  mark(element, "crowd", zone.crowd);
  write(element.querySelector("h2"), zone.label);
  drawCards(element.querySelector(".cards"), zone.cards, lively);
}

function drawSeat(element, seat) {
  mark(element, "state", seat.state);
  mark(element, "long", seat.long);
  write(element.querySelector(".name"), seat.name);
  write(element.querySelector(".badge"), seat.badge);
  write(element.querySelector(".score"), seat.score);
  write(element.querySelector(".score-label"), seat.score_label);
  write(element.querySelector(".count"), seat.hand);
  write(element.querySelector(".hand-label"), seat.hand_label);
}

function drawHeadline(headline) {
  const { line, name } = headline;
  mark(byId("headline"), "long", headline.long);
  const at = name ? Math.max(line.indexOf(name), 0) : line.length;
  const parts = { before: line.slice(0, at), name, after: line.slice(at + name.length) };
  for (const [part, text] of Object.entries(parts)) write(byId("headline").querySelector(`.${part}`), text);
}

/** Draw what lies on the table and who sits around it; ``lively`` lets new cards move. */
export function drawPlay(screen, lively) {
  list(byId("zones"), screen.zones, "t-zone", (element, zone) => drawZone(element, zone, lively));
  list(byId("seats"), screen.seats, "t-seat", drawSeat);
}

/** Draw the whole screen; ``lively`` lets new cards move. */
export function draw(screen, lively) {
  if (document.title !== screen.page_title) document.title = screen.page_title;
  write(byId("game"), screen.game);
  write(byId("pile"), screen.pile);
  write(byId("said"), screen.said);
  drawHeadline(screen.headline);
  drawBanner(byId("camera"), screen.camera);
  for (const id of ["attention", "verdict", "window"]) drawBanner(byId(id), screen[id]);
  drawPlay(screen, lively);
  mark(byId("table"), "over", screen.over);
  mark(byId("table"), "forReferees", screen.for_referees);
  mark(byId("table"), "nextGame", screen.next_game);
  mark(byId("table"), "firstGame", screen.first_game);
  mark(byId("table"), "canJump", screen.can_jump);
  mark(byId("table"), "window", screen.window ? "open" : "shut");
  mark(byId("table"), "seq", screen.seq);
}
