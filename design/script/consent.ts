import { readAnswers, withAnswer, wordsIn } from "./consentAnswers.ts";
import { element, onClick } from "./element.ts";
import { consentKey, recall, remember } from "./memory.ts";

/** Scripts that keep something of readers are loaded when these have said yes to each of their integrations. */
export function watchConsent(): void {
  const banner = document.getElementById("~cookies");
  if (banner === null) return;
  const asking = wordsIn(banner.dataset["for"]);
  const { agreed, declined } = answers();
  const isAgreed = asking.every((one) => agreed.has(one));
  const isAnswered = asking.every((one) => agreed.has(one) || declined.has(one));
  tellScripts(isAgreed ? "yes" : isAnswered ? "no" : undefined);
  if (isAgreed) load(banner);
  else banner.hidden = isAnswered;
  onClick("[data-cookies]", ({ dataset: { cookies } }) => {
    if (cookies === "ask") return ask(banner);
    choose(banner, asking, cookies === "accept");
  });
}

const answers = () => readAnswers(recall("local", consentKey()));

/** Of a year, in seconds. Each page writes it anew. */
const KEPT = 31_536_000;

/** What published scripts wait for: a cookie that says whether readers agreed, whoever loads them. */
function tellScripts(answer: "yes" | "no" | undefined): void {
  const path = document.documentElement.dataset["base"] ?? "/";
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const kept = `Max-Age=${answer === undefined ? 0 : KEPT}`;
  try {
    document.cookie = `__gitbook_cookie_granted=${answer ?? ""}; Path=${path}; ${kept}; SameSite=Lax${secure}`;
  } catch {
    // Sandboxed frames have no cookies.
  }
}

function load(banner: HTMLElement): void {
  for (const src of wordsIn(banner.dataset["scripts"])) document.head.append(element("script", { src }));
  banner.dataset["loaded"] = "";
}

function ask(banner: HTMLElement): void {
  banner.hidden = false;
  banner.querySelector("button")?.focus();
}

function choose(banner: HTMLElement, asking: readonly string[], isYes: boolean): void {
  const isLoaded = banner.dataset["loaded"] !== undefined;
  remember("local", consentKey(), withAnswer(answers(), asking, isYes));
  tellScripts(isYes ? "yes" : "no");
  banner.hidden = true;
  document.getElementById("~content")?.focus({ preventScroll: true });
  if (isYes && !isLoaded) load(banner);
  // What runs already can't be taken back on this page.
  if (!isYes && isLoaded) location.reload();
}
