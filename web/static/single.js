// One wish at a time: a quick second tap in the same place belongs to a double tap, and what is tapped while an
// earlier wish is on its way means nothing.

/** Let only the first tap of a double tap reach the buttons within; what it leads to may stand there already. */
export function single(root) {
  const swallow = (event) => {
    if (event.detail < 2 || !event.target.closest("button")) return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener("click", swallow, { capture: true });
}

/** Give ``work`` as something that is done once at a time, and that knows whether it is ``underWay``. */
export function oneAtATime(work) {
  async function wish(...asked) {
    if (wish.underWay) return;
    wish.underWay = true;
    try {
      await work(...asked);
    } finally {
      wish.underWay = false;
    }
  }
  wish.underWay = false;
  return wish;
}
