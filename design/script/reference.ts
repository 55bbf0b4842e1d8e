/** References of APIs: parts that are read when they are unfolded, and requests that are tried out. */
import { watchTrying } from "./tryIt.ts";

/** Puts the content of a part in its place, once; where it can't be had, the link to it stays. */
async function unfold(part: HTMLDetailsElement): Promise<void> {
  const address = part.dataset["fragment"];
  if (!part.open || address === undefined) return;
  delete part.dataset["fragment"];
  part.dataset["busy"] = "";
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const content = page.querySelector("[data-schema]");
    if (answer.ok && content) part.lastElementChild?.replaceWith(...content.childNodes);
  } catch {
    part.dataset["fragment"] = address;
  }
  delete part.dataset["busy"];
}

/** Listens on the whole page: parts that come later hold parts themselves. */
export function watchReference(): void {
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target instanceof HTMLDetailsElement) void unfold(event.target);
    },
    true,
  );
  watchTrying();
}
