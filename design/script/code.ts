import { element, icon, onClick } from "./element.ts";
import { words } from "./words.ts";

function addWrapSwitch(figure: HTMLElement): void {
  const bar = figure.querySelector(".code-bar");
  const body = figure.querySelector<HTMLElement>(".code-body");
  if (bar === null || body === null || bar.querySelector(".code-wrap") !== null) return;
  const wrapped = figure.dataset["wrap"] !== undefined;
  if (!wrapped && body.scrollWidth <= body.clientWidth + 1) return;
  const label = wrapped ? words.unwrapLines : words.wrapLines;
  const button = element(
    "button",
    {
      type: "button",
      class: "code-wrap",
      "aria-pressed": String(wrapped),
      "aria-label": words.wrapLines,
      title: label,
    },
    icon("wrap"),
  );
  bar.insertBefore(button, bar.querySelector("[data-copy]"));
}

/** The wrap switch, where lines are longer than the column, and the button of expandable code. */
export function watchCode(): void {
  onClick(".code-wrap", (button) => {
    const figure = button.closest<HTMLElement>(".code");
    if (figure === null) return;
    const wrapped = figure.toggleAttribute("data-wrap");
    button.setAttribute("aria-pressed", String(wrapped));
    button.title = wrapped ? words.unwrapLines : words.wrapLines;
  });
  onClick("button[data-expand]", (button) => {
    const figure = button.closest<HTMLElement>(".code");
    if (figure === null) return;
    button.setAttribute("aria-expanded", String(figure.toggleAttribute("data-expanded")));
  });
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting || !(entry.target instanceof HTMLElement)) continue;
      addWrapSwitch(entry.target);
      seen.unobserve(entry.target);
    }
  });
  for (const figure of document.querySelectorAll("figure.code")) seen.observe(figure);
}
