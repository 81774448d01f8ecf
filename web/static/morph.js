// Turns the page that is shown into the one that the server has now, element by element: what stays the same
// stays in its place, so that focus, typing and movement go on.

function same(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
}

function keyOf(node) {
  if (node.nodeName === "OPTION") return node.value;
  return node.dataset?.key ?? node.id ?? "";
}

/** Give the option that the page itself proposes. */
function proposed(select) {
  return [...select.options].find((option) => option.defaultSelected) ?? select.options[0];
}

/** Let what somebody chose stand for as long as it is offered; else the page proposes anew. */
function choose(select, chosen) {
  const option = [...select.options].find(({ value }) => value === chosen) ?? proposed(select);
  if (option) option.selected = true;
}

function attributes(from, to) {
  // What somebody unfolded stays unfolded.
  const kept = (name) => name === "open" && from.nodeName === "DETAILS";
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && !kept(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
}

/** Make ``from`` like ``to``, which belongs to another document. */
export function morph(from, to) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  const chosen = from.nodeName === "SELECT" && from.value !== proposed(from)?.value ? from.value : null;
  attributes(from, to);
  const waiting = [...from.childNodes];
  const nodes = [...to.childNodes].map((wanted) => {
    const at = waiting.findIndex((node) => same(node, wanted));
    const [found] = at < 0 ? [document.importNode(wanted, true)] : waiting.splice(at, 1);
    if (at >= 0) morph(found, wanted);
    return found;
  });
  for (const node of waiting) node.remove();
  // What stands in its place is not taken out: it would be scrolled back to its start.
  nodes.forEach((node, at) => from.childNodes[at] === node || from.insertBefore(node, from.childNodes[at] ?? null));
  if (from.nodeName === "SELECT") choose(from, chosen);
}
