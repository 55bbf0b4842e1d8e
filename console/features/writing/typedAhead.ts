/**
 * What somebody types who has asked to write a page, while its text has yet to come: it is no shortcut and not lost,
 * but goes into the text. A field takes it, as input methods and keyboards on glass want one.
 */
import { askWhile } from "../../api/unload.ts";
import { words } from "../../words.ts";

interface Ahead {
  readonly field: HTMLTextAreaElement;
  /** The id of the page; undefined while it is being made. */
  page: string | undefined;
  /** Whether an input method makes a word. */
  isComposing: boolean;
  /** Whether the page was refused: what was typed waits for another try. */
  isRefused?: boolean;
}

let ahead: Ahead | undefined;
// Nothing keeps it but the field.
askWhile(() => (ahead?.field.value ?? "") !== "");

/** Takes what is typed from now on. @param page its id; a page that is being made has none yet */
export function typeAhead(page?: string): void {
  if (page === undefined || ahead?.page !== page) {
    ahead?.field.remove();
    ahead = { field: newField(), page, isComposing: false };
  }
  ahead.field.focus({ preventScroll: true });
}

function newField(): HTMLTextAreaElement {
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.tabIndex = -1;
  field.setAttribute("aria-label", words.pageText);
  for (const type of ["compositionstart", "compositionend"])
    field.addEventListener(type, () => {
      if (ahead?.field === field) ahead.isComposing = type === "compositionstart";
    });
  document.body.append(field);
  return field;
}

/** Makes a page of which somebody types already. @param make gives its id @throws what that throws; the focus is back then */
export async function whileMade(make: () => Promise<string>): Promise<void> {
  const before = document.activeElement;
  if (ahead?.isRefused === true) {
    ahead.isRefused = false;
    ahead.field.focus({ preventScroll: true });
  } else typeAhead();
  const mine = ahead;
  try {
    const page = await make();
    if (mine !== undefined) mine.page = page;
  } catch (error) {
    if (mine !== undefined) mine.isRefused = true;
    if (before instanceof HTMLElement) backTo(before);
    throw error;
  }
}

/** Nobody tries again to make the page that was refused. */
export function forgetRefused(): void {
  if (ahead?.isRefused !== true) return;
  ahead.field.remove();
  ahead = undefined;
}

/** A button that waits takes no focus: what stands around it does. */
function backTo(element: HTMLElement): void {
  element.focus();
  if (document.activeElement !== element) element.closest<HTMLElement>("[role=dialog]")?.focus();
}

/** Leaves the focus alone: the page can't be written now. What was typed waits until it can. */
export function rest(): void {
  ahead?.field.blur();
}

/**
 * Gives what was typed for a page to its text, which is there now; behind the word that an input method makes.
 * @param take is told whether somebody types still, who then does so in the text
 */
export function handOver(page: string, take: (typed: string, isTyping: boolean) => void): void {
  const it = ahead;
  if (it === undefined || it.page !== page) return;
  const { field } = it;
  if (it.isComposing) {
    field.addEventListener("compositionend", () => setTimeout(() => handOver(page, take)), { once: true });
    return;
  }
  ahead = undefined;
  take(field.value, document.activeElement === field);
  field.remove();
}
