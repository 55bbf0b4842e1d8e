import { element, onClick } from "./element.ts";
import { consentKey, recall, remember } from "./memory.ts";

/** What is remembered of who lets nobody keep anything. */
const NOBODY = "-";

/** Scripts that keep something of readers are loaded when these have said yes to each of their integrations. */
export function watchConsent(): void {
  const banner = document.getElementById("~cookies");
  if (banner === null) return;
  const asking = wordsIn(banner.dataset["for"]);
  const answer = recall("local", consentKey());
  const agreed = new Set(wordsIn(answer));
  if (asking.every((one) => agreed.has(one))) load(banner);
  else banner.hidden = answer === NOBODY;
  onClick("[data-cookies]", ({ dataset: { cookies } }) => {
    if (cookies === "ask") return ask(banner);
    choose(banner, cookies === "accept" ? asking.join(" ") : NOBODY);
  });
}

function wordsIn(list = ""): string[] {
  return list.split(" ").filter((word) => word !== "");
}

function load(banner: HTMLElement): void {
  for (const src of wordsIn(banner.dataset["scripts"])) document.head.append(element("script", { src }));
  banner.dataset["loaded"] = "";
}

function ask(banner: HTMLElement): void {
  banner.hidden = false;
  banner.querySelector("button")?.focus();
}

function choose(banner: HTMLElement, answer: string): void {
  const isLoaded = banner.dataset["loaded"] !== undefined;
  remember("local", consentKey(), answer);
  banner.hidden = true;
  document.getElementById("~content")?.focus({ preventScroll: true });
  if (answer !== NOBODY && !isLoaded) load(banner);
  // What runs already can't be taken back on this page.
  if (answer === NOBODY && isLoaded) location.reload();
}
