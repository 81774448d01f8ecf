// Follows the live feed (web/api/feed.py): connects, listens, notices a dead line, connects again.

const SILENCE_MS = 25000; // the feed gives a sign of life every ten seconds
const PATIENCE_MS = 1500; // a line that is back within this time was never lost
const AGAIN_MS = 2000;

/** Follow the feed for as long as the page lives; ``said`` gets each message, ``lost`` whether the line is dead. */
export function follow(address, said, lost) {
  let source;
  let last = "";
  let silence;
  let patience;

  function heard() {
    clearTimeout(patience);
    patience = undefined;
    lost(false);
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE_MS);
  }

  function missed() {
    patience ??= setTimeout(() => lost(true), PATIENCE_MS);
    if (source.readyState === EventSource.CLOSED) {
      clearTimeout(silence);
      silence = setTimeout(open, AGAIN_MS);
    }
  }

  function again() {
    missed();
    open();
  }

  function open() {
    source?.close();
    source = new EventSource(last ? `${address}?after=${last}` : address);
    source.onopen = heard;
    source.onerror = missed;
    for (const kind of ["snapshot", "change", "beat"]) {
      source.addEventListener(kind, (message) => {
        heard();
        if (message.lastEventId) last = message.lastEventId;
        if (kind !== "beat") said(kind, JSON.parse(message.data));
      });
    }
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE_MS);
  }

  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("online", again);
  open();
}
