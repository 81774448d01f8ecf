// On every page: keeps the screen awake and makes the dashboard an app, both only where the browser lets it.

const root = document.documentElement;
let lock;

/** Say how something stands, where the page has a line for it. */
function tell(id, state) {
  const line = document.getElementById(id);
  if (line) line.textContent = line.dataset[state];
}

async function stayAwake() {
  if (root.dataset.awake !== "on") return tell("awake-state", "off");
  if (!isSecureContext) return tell("awake-state", "insecure");
  if (!navigator.wakeLock) return tell("awake-state", "unable");
  try {
    if (document.visibilityState === "visible") lock = await navigator.wakeLock.request("screen");
    tell("awake-state", lock ? "on" : "refused");
  } catch {
    tell("awake-state", "refused"); // a battery that runs low, mostly
  }
}

async function becomeApp() {
  if (!isSecureContext) return tell("app-state", "insecure");
  if (!navigator.serviceWorker) return tell("app-state", "unable");
  try {
    await navigator.serviceWorker.register("/sw.js");
    tell("app-state", "on");
  } catch {
    tell("app-state", "unable");
  }
}

function checkVoice() {
  if (!document.getElementById("voice-state")) return;
  const own = (voice) => voice.lang.toLowerCase().startsWith(root.lang);
  const check = () => tell("voice-state", globalThis.speechSynthesis?.getVoices().some(own) ? "on" : "unable");
  globalThis.speechSynthesis?.addEventListener?.("voiceschanged", check);
  check();
}

// On a narrow screen the way between the pages scrolls: what is open stands in its middle.
document.querySelector(".head .pages [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
becomeApp();
checkVoice();
