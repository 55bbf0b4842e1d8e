import { element, icon, onClick } from "./element.ts";
import { words } from "./words.ts";

type Fields = Readonly<Record<string, unknown>>;

interface BlockQuestion {
  readonly action?: Fields;
  /** Another component of the integration, with what it is shown for. */
  readonly componentId?: unknown;
  readonly props?: unknown;
  /** That the integration offers it. */
  readonly seal?: unknown;
}

const LOWEST = 40;
const HIGHEST = 3000;

/** Blocks of integrations: what is pressed, chosen or told by a frame has them drawn anew. */
export function watchBlocks(): void {
  if (document.querySelector(".integration") === null) return;
  onClick("[data-kit-action]", (pressed) => {
    const { kitAction = "", kitConfirm } = pressed.dataset;
    if (kitConfirm !== undefined && !confirm(kitConfirm)) return;
    void act(pressed, JSON.parse(kitAction) as Fields);
  });
  onClick("input[data-kit-confirm]", (pressed, event) => {
    // It stays as it is.
    if (!confirm(pressed.dataset["kitConfirm"])) event.preventDefault();
  });
  document.addEventListener("change", ({ target }) => {
    const field = target instanceof Element ? target.closest<HTMLElement>("[data-kit-name]") : null;
    if (field === null) return;
    const section = sectionOf(field);
    for (const frame of section?.querySelectorAll("iframe") ?? []) tellFrame(frame);
    const { kitChange } = field.dataset;
    if (kitChange !== undefined) void act(field, JSON.parse(kitChange) as Fields);
  });
  addEventListener("message", hear);
}

function sectionOf(part: Element): HTMLElement | null {
  return part.closest<HTMLElement>("[data-kit]");
}

async function act(part: HTMLElement, action: Fields): Promise<void> {
  const section = sectionOf(part);
  if (section === null) return;
  if (action["action"] === "@ui.modal.open") return openDialog(section, action);
  const dialog = section.closest("dialog");
  if (action["action"] === "@ui.modal.close" && dialog !== null) return dialog.close(JSON.stringify(action));
  return redraw(section, { action });
}

async function redraw(section: HTMLElement, question: BlockQuestion): Promise<void> {
  const drawn = await ask(section, question);
  if (drawn === undefined) return;
  const dialog = section.closest("dialog");
  const { kitReturned } = drawn.dataset;
  if (kitReturned !== undefined) {
    const returnValue = JSON.parse(kitReturned) as unknown;
    return dialog?.close(JSON.stringify({ action: "@ui.modal.close", returnValue }));
  }
  const { kitComponent } = section.dataset;
  if (kitComponent !== undefined) drawn.dataset["kitComponent"] = kitComponent;
  const focused = placeOf(section, document.activeElement);
  section.replaceWith(drawn);
  partsOf(drawn)[focused]?.focus({ preventScroll: true });
}

function partsOf(section: Element): HTMLElement[] {
  return [...section.querySelectorAll<HTMLElement>("button, input, select, textarea, a")];
}

function placeOf(section: Element, part: Element | null): number {
  return part instanceof HTMLElement ? partsOf(section).indexOf(part) : -1;
}

/** What the block is drawn as now; undefined where nothing came, which its reader is told. */
async function ask(
  section: HTMLElement,
  { action, ...other }: BlockQuestion,
): Promise<HTMLElement | undefined> {
  if (section.ariaBusy === "true") return undefined;
  section.ariaBusy = "true";
  section.querySelector(":scope > [role=alert]")?.remove();
  const { kit = "[]", kitProps = "{}", kitSeal, kitComponent } = section.dataset;
  const [name, props] = JSON.parse(kit) as readonly unknown[];
  const body = JSON.stringify({
    path: location.pathname,
    block: { name, props },
    ...(kitComponent !== undefined && { componentId: kitComponent }),
    props: JSON.parse(kitProps) as unknown,
    seal: kitSeal,
    state: stateOf(section),
    ...(action !== undefined && { action }),
    ...other,
  });
  try {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${document.documentElement.dataset["base"] ?? "/"}~/blocks`, {
      method: "POST",
      headers,
      body,
    });
    if (!answer.ok) throw new Error(answer.statusText);
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    return holder.content.querySelector<HTMLElement>("section") ?? undefined;
  } catch {
    section.append(element("p", { class: "kit-hint", role: "alert" }, words.helpfulFailed));
    return undefined;
  } finally {
    section.ariaBusy = null;
  }
}

/** What the block was drawn for, with what its fields hold now. */
function stateOf(section: HTMLElement): Fields {
  const state = JSON.parse(section.dataset["kitState"] ?? "{}") as Record<string, unknown>;
  const lists = new Set<string>();
  for (const field of section.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-kit-name]")) {
    const { kitName = "", kitField, kitValue = "null" } = field.dataset;
    const isOn = field instanceof HTMLInputElement && field.checked;
    if (kitField === "flag") state[kitName] = isOn;
    else if (kitField === "many" && field instanceof HTMLSelectElement)
      state[kitName] = [...field.selectedOptions].map(({ value }) => value);
    else if (kitField === "list") {
      if (!lists.has(kitName)) state[kitName] = [];
      lists.add(kitName);
      if (isOn) (state[kitName] as unknown[]).push(JSON.parse(kitValue));
    } else if (kitField === "one") {
      if (isOn) state[kitName] = JSON.parse(kitValue) as unknown;
    } else state[kitName] = field.value;
  }
  return state;
}

async function openDialog(section: HTMLElement, { componentId, props, seal }: Fields): Promise<void> {
  const drawn = await ask(section, { componentId, props, seal });
  if (drawn === undefined || drawn.dataset["kitReturned"] !== undefined) return;
  drawn.dataset["kitComponent"] = String(componentId);
  const close = element(
    "button",
    { type: "button", class: "icon-button", "aria-label": words.close },
    icon("close"),
  );
  const label = drawn.querySelector(".kit-title")?.textContent ?? "";
  const dialog = element("dialog", { class: "kit-dialog prose", "aria-label": label }, close, drawn);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    const { kitClose } = dialog.querySelector<HTMLElement>("[data-kit-close]")?.dataset ?? {};
    const answer = dialog.returnValue || kitClose;
    if (answer !== undefined) void redraw(section, { action: JSON.parse(answer) as Fields });
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** What a frame of a block says: that it listens, how large it is, or what it wants of the integration. */
function hear({ source, data }: MessageEvent<unknown>): void {
  const frames = document.querySelectorAll<HTMLIFrameElement>(".integration iframe");
  const frame = [...frames].find(({ contentWindow }) => contentWindow === source);
  const said = (data as { readonly action?: unknown } | null)?.action as Fields | null | undefined;
  if (frame === undefined || typeof said?.["action"] !== "string") return;
  if (said["action"] === "@webframe.ready") tellFrame(frame);
  else if (said["action"] === "@webframe.resize") resize(frame, said["size"]);
  else if (!said["action"].startsWith("@")) void act(frame, said);
}

function resize({ style }: HTMLIFrameElement, size: unknown): void {
  const { height, aspectRatio } = (size ?? {}) as {
    readonly height?: unknown;
    readonly aspectRatio?: unknown;
  };
  if (typeof aspectRatio === "number" && aspectRatio > 0.1) style.aspectRatio = String(aspectRatio);
  if (typeof height !== "number" || !(height > 0)) return;
  style.aspectRatio = "auto";
  style.blockSize = `${Math.min(HIGHEST, Math.max(LOWEST, height))}px`;
}

/** Tells a frame what its block says that it is to know. It has no origin that could be named. */
function tellFrame(frame: HTMLIFrameElement): void {
  const section = sectionOf(frame);
  if (section === null) return;
  const held = stateOf(section);
  const data = JSON.parse(frame.dataset["kitData"] ?? "{}") as Fields;
  const state = Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const key = (value as { readonly $state?: unknown } | null)?.$state;
      return [name, typeof key === "string" ? held[key] : value];
    }),
  );
  frame.contentWindow?.postMessage({ state }, "*");
}
