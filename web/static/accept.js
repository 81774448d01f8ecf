// Takes the role by an invitation that was scanned: only a tap does, never the mere look.

import { send } from "./send.js";

const form = document.getElementById("invited");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await send("/api/referee", { token: form.elements.token.value })) location.assign("/");
});
