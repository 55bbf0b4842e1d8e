import { announce, isPlainClick, onClick } from "./element.ts";
import { words } from "./words.ts";

const SHOWN_FOR = 1600;

async function writeClipboard(text: string | Promise<string>): Promise<void> {
  // Safari allows the clipboard only within the click, so the text may come later, inside the item.
  if (typeof text !== "string" && typeof ClipboardItem === "function") {
    const blob = text.then((value) => new Blob([value], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return;
  }
  await navigator.clipboard.writeText(await text);
}

function confirm(target: HTMLElement, word: string): void {
  const label = target.querySelector<HTMLElement>("[data-label]") ?? target;
  if (target.dataset["done"] !== undefined) return;
  const before = label.textContent;
  // The button keeps its width, so that nothing beside it moves.
  target.style.minInlineSize = `${target.offsetWidth}px`;
  target.dataset["done"] = "";
  if (label.children.length === 0) label.textContent = word;
  announce(word);
  setTimeout(() => {
    delete target.dataset["done"];
    if (label.children.length === 0) label.textContent = before;
    target.style.minInlineSize = "";
  }, SHOWN_FOR);
}

async function copy(target: HTMLElement, text: string | Promise<string>): Promise<void> {
  try {
    await writeClipboard(text);
    confirm(target, target.dataset["copied"] || words.copied);
  } catch {
    confirm(target, words.copyFailed);
  }
}

async function fetchText(href: string): Promise<string> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`The page's Markdown answered ${answer.status}.`);
  return answer.text();
}

/** Copy buttons of code and prompts, of the whole page, and links of headings. */
export function watchCopying(): void {
  onClick("button[data-copy]", (button) => {
    const code = button.closest("[data-copy-root], figure.code")?.querySelector("code, pre");
    void copy(button, code?.textContent ?? "");
  });
  onClick("[data-copy-text]", (button) => void copy(button, button.dataset["copyText"] ?? ""));
  onClick("[data-copy-page]", (button) => void copy(button, fetchText(button.dataset["copyPage"] ?? "")));
  onClick("a.anchor", (link, event) => {
    if (!isPlainClick(event) || !(link instanceof HTMLAnchorElement)) return;
    void navigator.clipboard?.writeText(link.href).then(() => {
      link.dataset["copied"] = "";
      announce(words.copied);
      setTimeout(() => delete link.dataset["copied"], SHOWN_FOR);
    });
  });
}
