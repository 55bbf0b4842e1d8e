/** What of a Markdown doesn't say what it seems to, below the field in which it is written: line by line, each leading there. */
import { parseSteps } from "../../../engine/markdown/parse.ts";
import { inSteps } from "../../../engine/steps.ts";
import { turns } from "../../ui/turns.ts";
import { writingWords } from "../../words/writing.ts";

/** Milliseconds without a key until it is read: what is half typed is no problem yet. */
const PAUSE = 400;
/** More than anybody mends at once. */
const MOST_SHOWN = 20;

export interface SourceProblems {
  readonly element: HTMLElement;
  /** Reads the field once nobody has typed for a moment. */
  readonly lookAgain: () => void;
  readonly close: () => void;
}

export function problemsOf(field: HTMLTextAreaElement): SourceProblems {
  const element = document.createElement("section");
  element.className = "source-problems";
  const count = element.appendChild(document.createElement("p"));
  count.className = "wrong";
  count.setAttribute("role", "status");
  const list = element.appendChild(document.createElement("ul"));
  let pause: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  /** A long text takes longer than a key may wait: it is read in turns, and let go of when somebody types on. */
  const look = async (): Promise<void> => {
    const source = field.value;
    const own = ++asked;
    const { problems } = await inSteps(
      parseSteps(source),
      turns(() => own === asked),
    );
    if (own !== asked) return;
    count.textContent = problems.length === 0 ? "" : writingWords.sourceProblems(problems.length);
    list.replaceChildren(
      ...problems.slice(0, MOST_SHOWN).map(({ message, start }) => {
        const line = source.slice(0, start).split("\n").length;
        const button = document.createElement("button");
        button.type = "button";
        button.className = "button-quiet";
        button.textContent = writingWords.problemInLine(line, message);
        button.addEventListener("click", () => showLine(field, line));
        const item = document.createElement("li");
        item.append(button);
        return item;
      }),
    );
  };
  // Reading never fails: what ends early is what nobody waits for.
  const begin = (): void => void look().catch(() => undefined);
  begin();
  return {
    element,
    lookAgain: () => {
      clearTimeout(pause);
      asked += 1;
      pause = setTimeout(begin, PAUSE);
    },
    close: () => {
      clearTimeout(pause);
      asked += 1;
      element.remove();
    },
  };
}

/** Goes to a line as it is now, which may be another than it was when the list was made. */
function showLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  field.focus({ preventScroll: true });
  bringIntoSight(field, start);
}

/** A field of which a part is in sight isn't scrolled by its browser: the text up to a place is as high as its copy. */
function bringIntoSight(field: HTMLTextAreaElement, place: number): void {
  const copy = field.cloneNode() as HTMLTextAreaElement;
  copy.value = field.value.slice(0, place);
  Object.assign(copy.style, {
    position: "absolute",
    insetBlockStart: `${field.offsetTop}px`,
    insetInlineStart: "0",
    blockSize: "0",
    minBlockSize: "0",
    visibility: "hidden",
    scrollMarginBlockEnd: "50vh",
  });
  field.after(copy);
  const height = copy.scrollHeight;
  // Where fields don't grow with their text, it is scrolled in the field itself.
  field.scrollTop = height - field.clientHeight / 2;
  copy.style.blockSize = `${height - field.scrollTop}px`;
  copy.scrollIntoView({ block: "end" });
  copy.remove();
}
