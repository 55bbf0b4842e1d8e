import { element, icon, onClick } from "./element.ts";
import { words } from "./words.ts";

function openImage(image: HTMLImageElement): void {
  const close = element(
    "button",
    { type: "button", class: "icon-button", "aria-label": words.close },
    icon("close"),
  );
  const large = element("img", {
    src: image.dataset["zoom"] || image.currentSrc || image.src,
    alt: image.alt,
  });
  const dialog = element(
    "dialog",
    { class: "zoom-dialog", "aria-label": image.alt || words.zoomedImage },
    large,
    close,
  );
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    image.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Images open large in a dialog, by mouse and by keyboard; images inside links stay links. */
export function watchImages(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>("img[data-zoom]")) {
    if (image.closest("a") !== null) {
      image.style.cursor = "inherit";
      continue;
    }
    image.tabIndex = 0;
    image.setAttribute("role", "button");
    image.setAttribute("aria-haspopup", "dialog");
    if (image.alt === "") image.setAttribute("aria-label", words.zoomedImage);
  }
  onClick("img[data-zoom][role=button]", (image) => openImage(image as HTMLImageElement));
  document.addEventListener("keydown", (event) => {
    const image = event.target;
    if (event.key !== "Enter" && event.key !== " ") return;
    if (!(image instanceof HTMLImageElement) || image.getAttribute("role") !== "button") return;
    event.preventDefault();
    openImage(image);
  });
}
