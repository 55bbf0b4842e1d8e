/** The field that somebody is in: many count when they are left, and nothing of it is to be lost that is saved before. */

let field: HTMLInputElement | HTMLTextAreaElement | undefined;

addEventListener(
  "input",
  ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) field = target;
  },
  { capture: true },
);
addEventListener("change", () => (field = undefined), { capture: true });

/** Has what is typed into a field count, though it isn't left yet. */
export function takeField(): void {
  const held = field;
  field = undefined;
  held?.dispatchEvent(new Event("change", { bubbles: true }));
}
