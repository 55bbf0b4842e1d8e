/** Elements of which what stands beside the text is made. */
const SVG = "http://www.w3.org/2000/svg";

/** A picture of lines, on a square of sixteen. */
function picture(path: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.appendChild(document.createElementNS(SVG, "path")).setAttribute("d", path);
  return svg;
}

interface ButtonWishes {
  /** What it does, in words. */
  readonly label: string;
  /** The lines of its picture; without it, its words are shown. */
  readonly path?: string;
  readonly act: () => void;
}

export function buttonOf({ label, path, act }: ButtonWishes): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  if (path === undefined) button.textContent = label;
  else {
    button.setAttribute("aria-label", label);
    button.title = label;
    button.append(picture(path));
  }
  button.addEventListener("click", act);
  return button;
}

/** The element that what floats beside the text is placed by. */
export function placeOf(dom: HTMLElement): HTMLElement {
  if (dom.parentElement === null) throw new Error("The editor is nowhere.");
  return dom.parentElement;
}

/** Moves the focus among buttons by arrows, as in a bar or a menu. Gives whether the key did. */
export function roam(buttons: readonly HTMLElement[], key: string): boolean {
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const step: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const next = step[key];
  if (next === undefined || buttons.length === 0) return false;
  buttons[(next + buttons.length) % buttons.length]?.focus();
  return true;
}
