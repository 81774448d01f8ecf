// Sounds and spoken announcements of the table view, where this device has them switched on.

const { sound, voice } = document.documentElement.dataset;
const TONES = { card: [[660, 0, 0.08]], look: [[520, 0, 0.16], [390, 0.18, 0.24]], verdict: [[520, 0, 0.1], [660, 0.12, 0.1], [780, 0.24, 0.2]] };
let context;
let before;

/** Browsers make no sound before the first touch. */
function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

function tone(frequency, from, lasts) {
  const start = context.currentTime + from;
  const wave = new OscillatorNode(context, { frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.linearRampToValueAtTime(0.2, start + 0.01);
  volume.gain.linearRampToValueAtTime(0, start + lasts);
  wave.connect(volume).connect(context.destination);
  wave.start(start);
  wave.stop(start + lasts);
}

function play(name) {
  if (sound === "on" && context?.state === "running") TONES[name].forEach((note) => tone(...note));
}

function speak(words) {
  if (voice !== "on" || !words.length || !globalThis.speechSynthesis) return;
  const said = new SpeechSynthesisUtterance(words.join(" "));
  said.lang = document.documentElement.lang;
  speechSynthesis.cancel(); // what is new counts
  speechSynthesis.speak(said);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Say what is new on the screen; the first screen is only remembered. */
export function announce(screen) {
  const last = before;
  before = screen;
  if (!last) return;
  const ruled = screen.verdict && !same(screen.verdict, last.verdict);
  const asks = screen.attention && !same(screen.attention, last.attention);
  const played = screen.said !== last.said;
  if (ruled) play("verdict");
  else if (asks) play("look");
  else if (played) play("card");
  const words = [];
  if (played) words.push(screen.said);
  if (ruled) words.push(`${screen.verdict.title}. ${screen.verdict.text}`);
  if (asks) words.push(screen.attention.text);
  if (screen.over && !last.over) words.push(screen.headline.line);
  speak(words);
}

if (sound === "on") addEventListener("pointerdown", wake);
