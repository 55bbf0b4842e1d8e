/** A file from this machine where a block shows one: with how far it is, and sent again where that failed. */
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import type { PageFiles } from "./files.ts";
import { buttonOf } from "./parts.ts";

/** Puts a button behind a field, which has the destination of the file that is chosen. @param accept what may be chosen */
export function offerUpload(input: HTMLInputElement, files: PageFiles, accept: string): void {
  const choice = document.createElement("input");
  choice.type = "file";
  choice.accept = accept;
  choice.hidden = true;
  const button = buttonOf({ label: WORDS.upload, act: () => choice.click() });
  button.className = "upload";
  const said = document.createElement("span");
  said.className = "upload-said";
  choice.addEventListener("change", () => {
    const [file] = choice.files ?? [];
    // The same one can be chosen again.
    choice.value = "";
    if (file !== undefined) start(file);
  });

  const start = (file: File): void => {
    const isPut = send(file);
    files.arriving?.(isPut);
  };
  const send = async (file: File): Promise<boolean> => {
    const bar = document.createElement("progress");
    bar.setAttribute("aria-label", WORDS.sendingFile(file.name));
    button.disabled = true;
    said.removeAttribute("role");
    said.replaceChildren(bar);
    try {
      input.value = await files.take(file, (part) => (bar.value = part));
      said.replaceChildren();
      input.dispatchEvent(new Event("change"));
      return true;
    } catch (error) {
      const reason = document.createElement("span");
      reason.className = "wrong";
      reason.textContent = (error as Error).message;
      said.setAttribute("role", "alert");
      // The file is at hand for as long as the block is on the screen.
      said.replaceChildren(reason, buttonOf({ label: WORDS.sendAgain, act: () => start(file) }));
      return false;
    } finally {
      button.disabled = false;
    }
  };
  input.after(button, choice, said);
}
