/** Copying by a button. */
import { copyWords } from "../words/copy.ts";
import { sayNotDone } from "./toasts.ts";

/** Puts a text on the clipboard; where that can't be done, it is said. @returns whether it is there */
export async function copyText(text: string): Promise<boolean> {
  try {
    // There in secure contexts alone: a server on plain http has the older way.
    if ("clipboard" in navigator) await navigator.clipboard.writeText(text);
    else copyByCommand(text);
    return true;
  } catch {
    sayNotDone(copyWords.copyByKeys);
    return false;
  }
}

/** As the keys for copying would, with the text in the place of what is marked. */
function copyByCommand(text: string): void {
  let isGiven = false;
  const give = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    // What else listens would put what is marked there.
    event.stopImmediatePropagation();
    event.preventDefault();
    isGiven = true;
  };
  // Where nothing is marked, a browser asks whether there is anything to copy.
  const allow = (event: Event): void => event.preventDefault();
  document.addEventListener("copy", give, true);
  document.addEventListener("beforecopy", allow, true);
  try {
    const isDone = document.execCommand("copy");
    if (!isDone || !isGiven) throw new Error("the browser has refused to copy");
  } finally {
    document.removeEventListener("copy", give, true);
    document.removeEventListener("beforecopy", allow, true);
  }
}
