/** Writes the samples of an operation as its form is filled in. */
import { quotedParts } from "../../engine/openapi/reference/quotedParts.ts";
import { requestTexts } from "../../engine/openapi/reference/requestTexts.ts";
import { type TryPlan, typedRequest } from "../../engine/openapi/reference/tryIt.ts";
import { element } from "./element.ts";

/** Those that we write; what an author gave stays. */
export function writeSamples(form: HTMLFormElement, plan: TryPlan): void {
  const request = typedRequest(plan, new FormData(form));
  const blocks = form.closest(".op")?.querySelectorAll<HTMLElement>("[data-made]");
  if (request === undefined || blocks === undefined) return;
  const texts = new Map(requestTexts(request).map(({ title, text }) => [title, text]));
  for (const block of blocks) {
    const text = texts.get(block.dataset["made"] ?? "");
    if (text === undefined) continue;
    const parts = quotedParts(text).map((part) =>
      part.isQuoted ? element("span", { class: "tok-string" }, part.text) : part.text,
    );
    block.replaceChildren(...parts);
  }
}
