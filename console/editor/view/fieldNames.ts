/** What fields lead to, told by its name. */
import type { OfferedLink } from "../menu.ts";

interface FieldName {
  readonly address: string;
  readonly title: string;
}

const names = new WeakMap<HTMLInputElement, FieldName>();

/**
 * Shows the name of what a field leads to: in a word beside it, or in the field itself while nobody writes in it.
 * @param word where the name stands, if not in the field
 */
export async function showName(
  input: HTMLInputElement,
  word: HTMLElement | undefined,
  find: () => Promise<readonly OfferedLink[]>,
): Promise<void> {
  const address = input.dataset["said"] ?? "";
  // What has no name here is what its address says.
  const found = await find().catch(() => []);
  const target = found.find(({ url }) => url === address);
  if (target === undefined || input.dataset["said"] !== address) return;
  if (word !== undefined) {
    word.textContent = target.title;
    return;
  }
  if (!names.has(input)) {
    input.addEventListener("focus", () => {
      input.value = input.dataset["said"] ?? "";
      // As it is for who comes by the keyboard: what is typed next stands in its place, not behind it.
      input.select();
    });
    input.addEventListener("blur", () => show(input));
  }
  names.set(input, { address, title: target.title });
  show(input);
}

function show(input: HTMLInputElement): void {
  const { address, title } = names.get(input)!;
  const isAsStored = input.dataset["said"] === address && input.value === address;
  if (isAsStored && document.activeElement !== input) input.value = title;
}
