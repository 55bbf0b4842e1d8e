/** Files that are dropped or pasted: shown with how far they are, then put where they were dropped. */
import { EditorState, Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { schema } from "../schema.ts";
import { WORDS } from "../words.ts";

const { nodes } = schema;

/** Where files of the page are. */
export interface PageFiles {
  /** Takes a file. Gives its destination. @param progress is told the part that is sent, from 0 to 1 */
  readonly take: (file: File, progress: (part: number) => void) => Promise<string>;
  /** Told of each that is on its way into the page. @param isPut whether it is in it, once that is known */
  readonly arriving?: (isPut: Promise<boolean>) => void;
  /** The address under which a destination can be shown; undefined for what is not shown here. */
  readonly show: (destination: string) => Promise<string | undefined>;
  /** Goes to where whole folders are taken, with one. */
  readonly importFolder?: (folder: FileSystemEntry) => void;
}

interface FilesState {
  readonly marks: DecorationSet;
  readonly files: PageFiles | undefined;
}

/** A file that is on its way, or why something was not taken: what stands in the document for it. */
interface Arrival {
  readonly name: string;
  readonly box: HTMLElement;
}

type Step = { readonly add: Arrival; readonly at: number } | { readonly remove: Arrival };

const key = new PluginKey<FilesState>("files");

/** The files of the page that a view is on. */
export const filesOf = (state: EditorState): PageFiles | undefined => key.getState(state)?.files;

/** Takes files that are dropped and pasted, where there is a place for them. */
export function fileDoor(files: PageFiles | undefined): Plugin<FilesState> {
  return new Plugin<FilesState>({
    key,
    state: {
      init: () => ({ marks: DecorationSet.empty, files }),
      apply: (change, before) => {
        const marks = before.marks.map(change.mapping, change.doc);
        const step = change.getMeta(key) as Step | undefined;
        if (step === undefined) return { ...before, marks };
        if ("add" in step) {
          const mark = Decoration.widget(step.at, step.add.box, {
            key: step.add.name,
            arrival: step.add,
          });
          return { ...before, marks: marks.add(change.doc, [mark]) };
        }
        return { ...before, marks: marks.remove(found(marks, step.remove)) };
      },
    },
    props: {
      decorations: (state) => key.getState(state)!.marks,
      handleDrop: (view, event) => {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        return at !== undefined && takeAll(view, event.dataTransfer, at);
      },
      handlePaste: (view, event) =>
        // Programs put a picture beside the words that were copied: then the words are meant.
        event.clipboardData?.getData("text/html") === "" &&
        takeAll(view, event.clipboardData, view.state.selection.from),
    },
  });
}

const found = (marks: DecorationSet, arrival: Arrival): Decoration[] =>
  marks.find(undefined, undefined, (spec) => spec["arrival"] === arrival);

function takeAll(view: EditorView, data: DataTransfer | null, at: number): boolean {
  const folders = foldersIn(data);
  const taken = [...(data?.files ?? [])].filter((file) => !folders.some(({ name }) => name === file.name));
  const files = filesOf(view.state);
  if (!view.editable) return false;
  const place = placeBeside(view, at);
  for (const folder of folders) {
    const take = files?.importFolder;
    say(view, WORDS.folder(folder.name), place, take && (() => take(folder)));
  }
  if (taken.length === 0 || files === undefined) return folders.length > 0;
  for (const file of taken) {
    const isPut = arrive(view, files, file, place);
    files.arriving?.(isPut);
  }
  return true;
}

/** The folders among what is dropped. The browser forgets them unless they are asked for while it is. */
const foldersIn = (data: DataTransfer | null): FileSystemEntry[] =>
  [...(data?.items ?? [])].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? [entry] : [];
  });

/** Behind the block: it isn't torn by what is put beside it. */
function placeBeside(view: EditorView, at: number): number {
  const $at = view.state.doc.resolve(at);
  return $at.depth === 0 ? at : $at.after();
}

/** Says on the page why something was not taken, until somebody has read it. @param take has it taken elsewhere */
export function say(
  view: EditorView,
  message: string,
  at = placeBeside(view, view.state.selection.from),
  take?: () => void,
): void {
  const box = document.createElement("div");
  const arrival = { name: message, box };
  box.className = "arrival";
  box.contentEditable = "false";
  const bar = box.appendChild(document.createElement("span"));
  view.dispatch(view.state.tr.setMeta(key, { add: arrival, at } satisfies Step));
  refuse(view, arrival, bar, new Error(message));
  if (take === undefined) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = WORDS.importIt;
  button.addEventListener("click", take);
  box.querySelector(".wrong")?.after(button);
}

/** Shows a file on its way, then itself. Whether it is there; also where somebody took it away meanwhile. */
async function arrive(view: EditorView, files: PageFiles, file: File, at: number): Promise<boolean> {
  const box = document.createElement("div");
  const arrival = { name: file.name, box };
  box.className = "arrival";
  box.contentEditable = "false";
  const name = box.appendChild(document.createElement("span"));
  name.textContent = file.name;
  const bar = box.appendChild(document.createElement("progress"));
  bar.setAttribute("aria-label", WORDS.sending(file.name));
  view.dispatch(view.state.tr.setMeta(key, { add: arrival, at } satisfies Step));
  try {
    const destination = await files.take(file, (part) => (bar.value = part));
    const mark = found(key.getState(view.state)!.marks, arrival)[0];
    if (mark === undefined) return true;
    const node = file.type.startsWith("image/")
      ? nodes.figure.create({ src: destination })
      : nodes.file.create({ src: destination });
    const change = view.state.tr.setMeta(key, { remove: arrival } satisfies Step);
    const $at = change.doc.resolve(mark.from);
    view.dispatch(change.insert($at.depth === 0 ? mark.from : $at.after(), node));
    return true;
  } catch (error) {
    refuse(view, arrival, bar, error as Error);
    return false;
  }
}

/** Says why a file was not taken, until somebody has read it. */
function refuse(view: EditorView, arrival: Arrival, bar: HTMLElement, error: Error): void {
  arrival.box.setAttribute("role", "alert");
  const reason = document.createElement("span");
  reason.className = "wrong";
  reason.textContent = error.message;
  const remove = document.createElement("button");
  remove.type = "button";
  remove.textContent = WORDS.remove;
  remove.addEventListener("click", () =>
    view.dispatch(view.state.tr.setMeta(key, { remove: arrival } satisfies Step)),
  );
  bar.replaceWith(reason, remove);
}

/**
 * A picture as its destination is shown: itself where it is a file of ours, else where it is. A page asks no stranger
 * for a picture.
 */
export function pictureOf(view: EditorView, destination: string, alternative: string): HTMLElement {
  const place = document.createElement("span");
  place.className = "picture";
  place.textContent = alternative || destination;
  void filesOf(view.state)
    ?.show(destination)
    .then((address) => {
      if (address === undefined) return;
      const picture = document.createElement("img");
      picture.alt = alternative;
      picture.addEventListener("load", () => {
        place.classList.add("shown");
        place.replaceChildren(picture);
      });
      picture.src = address;
    })
    // What can't be shown is named.
    .catch(() => undefined);
  return place;
}
