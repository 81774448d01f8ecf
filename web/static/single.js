// A quick second tap in the same place belongs to a double tap: it is no second wish.

/** Let only the first tap of a double tap reach the buttons within; what it leads to may stand there already. */
export function single(root) {
  const swallow = (event) => {
    if (event.detail < 2 || !event.target.closest("button")) return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener("click", swallow, { capture: true });
}
