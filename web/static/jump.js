// The jump button of the dashboard: a touch, a click or the space key; the press leaves at once.

const SETTLE_MS = 700; // one press, whichever of its events come
const SHOWN_MS = 2500;

/** Make the button work; ``open`` says whether a jump may be pressed now. Gives a way to show a press made elsewhere. */
export function listen(button, open) {
  let pressed = -Infinity;
  let held = false;
  let shown;

  function say(state, words = button.dataset[state]) {
    clearTimeout(shown);
    button.dataset.state = state;
    button.querySelector(".hint").textContent = words;
    if (state !== "hint") shown = setTimeout(say, SHOWN_MS, "hint");
  }

  async function send() {
    try {
      const answer = await fetch("/api/press", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Companion": "1" },
        body: JSON.stringify({ button: "jump" }),
      });
      say(answer.ok ? "sent" : "failed");
    } catch {
      say("failed");
    }
  }

  function press() {
    const now = performance.now();
    if (!open() || now - pressed < SETTLE_MS) return false;
    pressed = now;
    send();
    return true;
  }

  button.addEventListener("pointerdown", (event) => {
    held = event.isPrimary && event.button === 0 && press();
  });
  // However long it was held: the click that follows once it is let go is of the same press.
  addEventListener("pointerup", () => {
    if (held) pressed = performance.now();
    held = false;
  });
  button.addEventListener("click", press);
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat && event.target === button) event.preventDefault();
    if (event.key !== " " || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, textarea, select, summary, a, button:not(#jump), [contenteditable]")) return;
    event.preventDefault(); // no scrolling
    if (!event.repeat) press();
  });

  return (words) => say("sent", words);
}
