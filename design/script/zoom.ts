import { element, icon, onClick } from "./element.ts";
import { words } from "./words.ts";

/** A picture, or the drawing of a diagram. */
type LargePicture = HTMLImageElement | SVGElement;

function labelOf(image: LargePicture): string {
  if (image instanceof HTMLImageElement) return image.alt || words.zoomedImage;
  // A button says nothing but its name, so what a drawing says is in there.
  const said = [...image.querySelectorAll("text")].map((text) => text.textContent);
  return [image.ariaLabel, ...said].join(" ").slice(0, 2000);
}

function largeOf(image: LargePicture): Element {
  if (image instanceof SVGElement) {
    const large = image.cloneNode(true) as SVGElement;
    for (const name of ["data-zoom", "role", "tabindex", "aria-haspopup"]) large.removeAttribute(name);
    return large;
  }
  return element("img", { src: image.dataset["zoom"] || image.currentSrc || image.src, alt: image.alt });
}

/** Opens something large in a dialog. @param from what has the focus again afterwards */
export function openLarge(label: string, large: Element, from: HTMLElement | SVGElement): void {
  const close = element(
    "button",
    { type: "button", class: "icon-button", "aria-label": words.close },
    icon("close"),
  );
  const dialog = element("dialog", { class: "zoom-dialog", "aria-label": label }, large, close);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    from.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}

function openImage(image: LargePicture): void {
  openLarge(labelOf(image), largeOf(image), image);
}

/** Images open large in a dialog, by mouse and by keyboard; images inside links stay links. */
export function watchImages(): void {
  for (const image of document.querySelectorAll<LargePicture>("[data-zoom]")) {
    if (image.closest("a") !== null) {
      image.style.cursor = "inherit";
      continue;
    }
    image.tabIndex = 0;
    image.setAttribute("role", "button");
    image.setAttribute("aria-haspopup", "dialog");
    if (!(image instanceof HTMLImageElement) || image.alt === "") image.ariaLabel = labelOf(image);
  }
  onClick("[data-zoom][role=button]", (image) => openImage(image as LargePicture & Element));
  document.addEventListener("keydown", (event) => {
    const image = event.target;
    if (event.key !== "Enter" && event.key !== " ") return;
    if (!(image instanceof Element) || !image.matches("[data-zoom][role=button]")) return;
    event.preventDefault();
    openImage(image as LargePicture);
  });
}
