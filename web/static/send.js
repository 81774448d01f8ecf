// Sends a referee's wish to the table, and says what came of it.

const SHOWN_MS = 8000;
let shown;

/** Say something in the page's message line, for a while or (``stay``) until something else is said. */
export function say(words, stay = false) {
  const line = document.getElementById("message");
  clearTimeout(shown);
  // A sentence begins with a capital letter, but the key of a setting (camera.width) is written as it is.
  line.textContent = /^\w+[._]\w/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
  line.hidden = !words;
  if (words && !stay) shown = setTimeout(say, SHOWN_MS, "");
}

/** Send a change; gives what the table answers, null where it refuses. A refusal is said in its own words. */
export async function ask(path, body, method = "POST") {
  const { unsent } = document.getElementById("message").dataset;
  try {
    const answer = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json", "X-Companion": "1" },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    say(answer.ok ? "" : (told.error?.message ?? unsent));
    return answer.ok ? told : null;
  } catch {
    say(unsent);
    return null;
  }
}

/** Send a change; gives whether the table took it. */
export async function send(...change) {
  return (await ask(...change)) !== null;
}
