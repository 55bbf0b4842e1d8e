import { announce } from "./element.ts";
import { words } from "./words.ts";

/**
 * The question whether a page was helpful, without leaving the page: a click answers it and asks for words. What was
 * clicked is sent with them, or when the reader goes on without any.
 */
export function watchFeedback(): void {
  const form = document.querySelector<HTMLFormElement>("form.feedback");
  if (form === null) return;
  let rating: string | undefined;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { submitter } = event;
    if (submitter instanceof HTMLButtonElement && submitter.name === "rating") {
      rating = submitter.value;
      choose(form, submitter);
    } else if (rating !== undefined) {
      const given = rating;
      rating = undefined;
      void send(form, given).then((isSent) => {
        if (!isSent) rating = given;
      });
    }
  });
  addEventListener("pagehide", () => {
    if (rating === undefined) return;
    navigator.sendBeacon(form.action, answerOf(form, rating, ""));
    rating = undefined;
  });
}

function choose(form: HTMLFormElement, chosen: HTMLButtonElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>("button[name=rating]")) {
    button.ariaPressed = String(button === chosen);
  }
  form.dataset["rated"] = "";
  const details = form.querySelector("details");
  if (details !== null) details.open = true;
  form.querySelector("textarea")?.focus({ preventScroll: true });
}

function answerOf(form: HTMLFormElement, rating: string, comment: string): URLSearchParams {
  const page = form.querySelector<HTMLInputElement>("input[name=page]")?.value ?? "";
  return new URLSearchParams({ page, rating, comment });
}

/** Gives whether it arrived. What was typed stays where it did not. */
async function send(form: HTMLFormElement, rating: string): Promise<boolean> {
  const comment = form.querySelector("textarea")?.value ?? "";
  const note = form.querySelector<HTMLElement>(".feedback-failed");
  try {
    // The answer leads a reader without a script back to the page.
    const body = answerOf(form, rating, comment);
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (answer.type !== "opaqueredirect" && !answer.ok) throw new Error(`It answered ${answer.status}.`);
  } catch {
    if (note !== null) note.textContent = words.helpfulFailed;
    announce(words.helpfulFailed);
    return false;
  }
  form.dataset["sent"] = "";
  form.querySelector<HTMLElement>(".feedback-thanks")?.focus({ preventScroll: true });
  return true;
}
