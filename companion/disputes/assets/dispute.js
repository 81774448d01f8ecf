// Steps through the pictures of a dispute, plays them slowly, makes them larger, and shows where they stand in time.

const SIZES = [1, 1.5, 2, 3, 4];
const AT_THE_CLAIM_MS = 0.5;
const LONGEST_MS = 700; // a gap in which nothing moved is not waited out

/** Put values in the gaps of a sentence. */
const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function show(root) {
  const player = root.querySelector(".player");
  if (!player) return;
  const told = JSON.parse(player.querySelector("script").textContent);
  const { frames } = told;
  const stage = player.querySelector("[data-stage]");
  const slide = player.querySelector("[data-slide]");
  const stamp = player.querySelector("[data-stamp]");
  const button = (name) => player.querySelector(`[data-does="${name}"]`);
  const line = root.querySelector("svg.timeline");
  const drawn = stage.querySelector("img"); // by the server, so that nothing moves when this script comes
  const images = new Map();
  let at = 0;
  let speed = 0.25;
  let size = 0;
  let timer;

  /** Fetch a picture once and keep it: none is asked for twice. */
  function image(place) {
    if (!images.has(place)) {
      const made = drawn?.getAttribute("src") === frames[place].src ? drawn : new Image();
      if (drawn) [made.width, made.height] = [drawn.getAttribute("width"), drawn.getAttribute("height")];
      made.decoding = "async";
      made.draggable = false;
      if (made !== drawn) made.src = frames[place].src;
      images.set(place, made);
    }
    return images.get(place);
  }

  function when(ms) {
    if (Math.abs(ms) < AT_THE_CLAIM_MS) return told.at;
    return fill(ms < 0 ? told.before : told.after, { ms: Math.abs(Math.round(ms)) });
  }

  function cursor(ms) {
    const mark = line?.querySelector(".cursor");
    if (!mark) return;
    const { first, last } = line.dataset;
    const share = (ms - first) / (last - first);
    mark.setAttribute("visibility", share >= 0 && share <= 1 ? "visible" : "hidden");
    mark.setAttribute("x1", share * 1000);
    mark.setAttribute("x2", share * 1000);
  }

  function go(place) {
    at = Math.min(Math.max(place, 0), frames.length - 1);
    const { ms } = frames[at];
    const shown = image(at);
    const said = fill(told.picture, { n: at + 1, count: frames.length, when: when(ms) });
    shown.alt = said;
    if (stage.firstElementChild !== shown) stage.replaceChildren(shown);
    stamp.textContent = said;
    slide.value = at;
    slide.setAttribute("aria-valuetext", said);
    cursor(ms);
    for (let ahead = 1; ahead <= 8 && at + ahead < frames.length; ahead += 1) image(at + ahead);
  }

  /** Give the first picture at or after a time. */
  function first(ms) {
    const place = frames.findIndex((frame) => frame.ms >= ms - AT_THE_CLAIM_MS);
    return place < 0 ? frames.length - 1 : place;
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    button("play").textContent = told.play;
    button("play").setAttribute("aria-pressed", "false");
    stamp.setAttribute("aria-live", "polite");
  }

  function run() {
    if (at >= frames.length - 1) return stop();
    const gap = Math.min(frames[at + 1].ms - frames[at].ms, LONGEST_MS * speed);
    timer = setTimeout(() => {
      go(at + 1);
      run();
    }, gap / speed);
  }

  function play() {
    if (timer !== undefined) return stop();
    if (at >= frames.length - 1) go(0);
    button("play").textContent = told.pause;
    button("play").setAttribute("aria-pressed", "true");
    stamp.setAttribute("aria-live", "off");
    run();
  }

  function resize(by) {
    const [x, y] = [stage.scrollLeft + stage.clientWidth / 2, stage.scrollTop + stage.clientHeight / 2];
    const before = SIZES[size];
    size = Math.min(Math.max(size + by, 0), SIZES.length - 1);
    const grown = SIZES[size] / before;
    stage.style.setProperty("--size", SIZES[size]);
    stage.scrollTo(x * grown - stage.clientWidth / 2, y * grown - stage.clientHeight / 2);
    button("smaller").disabled = size === 0;
    button("larger").disabled = size === SIZES.length - 1;
  }

  function hurry(to) {
    speed = to;
    for (const each of player.querySelectorAll("[data-does^='speed-']")) {
      each.setAttribute("aria-pressed", String(each.dataset.does === `speed-${speed}`));
    }
  }

  const does = {
    back: () => go(at - 1),
    forth: () => go(at + 1),
    claim: () => go(first(0)),
    next: () => go(first(told.next)),
    smaller: () => resize(-1),
    larger: () => resize(1),
  };

  function act(name) {
    if (name === "play") return play();
    if (name.startsWith("speed-")) return hurry(Number(name.slice(6)));
    if (name !== "smaller" && name !== "larger") stop();
    return does[name]();
  }

  player.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-does]");
    if (pressed) act(pressed.dataset.does);
  });
  slide.addEventListener("input", () => {
    stop();
    go(Number(slide.value));
  });
  const keys = { ArrowLeft: "back", ArrowRight: "forth", "+": "larger", "-": "smaller" };
  root.ownerDocument.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slide) return;
    const moves = event.target === stage && size > 0; // there the arrows move the picture
    if (!keys[event.key] || (moves && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    act(keys[event.key]);
  });
  line?.addEventListener("click", (event) => {
    const { left, width } = line.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    stop();
    go(first(Number(line.dataset.first) + share * (line.dataset.last - line.dataset.first)));
  });

  slide.max = frames.length - 1;
  hurry(speed);
  resize(0);
  stop();
  go(first(0));
}

for (const root of document.querySelectorAll("[data-player]")) show(root);
