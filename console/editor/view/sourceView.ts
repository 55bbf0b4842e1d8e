/** What is edited as it is written, and by a form where it has one. */
import type { Node } from "prosemirror-model";
import type { EditorView, NodeView } from "prosemirror-view";
import { parse } from "../../../engine/markdown/parse.ts";
import { asNew } from "../commands.ts";
import { open } from "../load.ts";
import { schema } from "../schema.ts";
import { WORDS } from "../words.ts";
import { findOf, type Place, typeAttribute } from "./fields.ts";
import { filesOf } from "./files.ts";
import { leaveSource, WRITE_SOURCE } from "./leaveSource.ts";

/** What draws forms, once it is loaded. */
type Forms = typeof import("./sourceForm.ts");

/** A text, which becomes blocks again when it is left. */
export class SourceView implements NodeView {
  readonly dom = document.createElement("div");
  private readonly text: HTMLTextAreaElement;
  private readonly problems: HTMLElement;
  private readonly turn = document.createElement("button");
  private readonly view: EditorView;
  private readonly place: Place;
  private forms: Forms | undefined;
  private form: HTMLElement | undefined;
  private isText = false;
  /** Whether it was turned into its text, and is what it was as soon as that is left. */
  private isPassing = false;
  /** Whether something was typed since somebody came to the text. */
  private isBegun = false;
  private drawn: string | undefined;
  private node: Node;

  constructor(node: Node, view: EditorView, place: Place) {
    this.node = node;
    this.view = view;
    this.place = place;
    this.dom.className = "block block-raw";
    this.text = this.dom.appendChild(document.createElement("textarea"));
    this.problems = this.dom.appendChild(document.createElement("p"));
    this.problems.className = "wrong";
    this.problems.contentEditable = "false";
    this.turn.type = "button";
    this.turn.hidden = true;
    this.turn.addEventListener("click", () => {
      this.isText = !this.isText;
      this.show();
    });
    this.dom.append(this.turn);
    this.text.setAttribute("aria-label", WORDS.source);
    this.text.spellcheck = false;
    this.text.addEventListener("change", () => this.take(this.text.value));
    // Others may save meanwhile: what is written so far is merged with theirs.
    this.text.addEventListener("input", () => this.note());
    this.text.addEventListener("blur", () => {
      this.isBegun = false;
      if (this.isPassing) this.take(this.text.value);
    });
    this.dom.addEventListener(WRITE_SOURCE, () => {
      this.isPassing = true;
      this.isText = true;
      this.show();
      this.text.focus();
    });
    this.show();
    if (view.editable)
      void import("./sourceForm.ts").then(
        (forms) => {
          this.forms = forms;
          // Who has begun to write stays where they write.
          this.isText = document.activeElement === this.text;
          this.show();
        },
        // Without forms it is edited as it is written.
        () => undefined,
      );
  }

  /** Keeps what is typed as soon as that says something; where it isn't shown as a text for once, while it stays one. */
  private note(): void {
    const [at, source] = [this.place(), this.text.value];
    if (at === undefined || parse(source).problems.length > 0) return;
    if (!this.isPassing && !isOneSource(asNew(open(source).doc))) return;
    typeAttribute(this.view, [at, "source", source], this.isBegun);
    this.isBegun = true;
  }

  /** What it says from now on: still as it is written, or as the blocks that it has become. */
  private take(source: string): void {
    const at = this.place();
    if (at !== undefined && this.isPassing) {
      this.isPassing = false;
      this.view.dispatch(this.view.state.tr.setNodeAttribute(at, "source", source));
      // Without what makes blocks of it, it stays as it is written.
      leaveSource(this.view, () => this.place()).catch(() => undefined);
      return;
    }
    if (at === undefined || source === this.node.attrs["source"]) return;
    const { tr } = this.view.state;
    const made = asNew(open(source).doc);
    this.view.dispatch(
      isOneSource(made)
        ? tr.setNodeAttribute(at, "source", source)
        : tr.replaceWith(at, at + this.node.nodeSize, made.content),
    );
  }

  private show(): void {
    const source = String(this.node.attrs["source"]);
    if (document.activeElement !== this.text) this.text.value = source;
    this.text.rows = Math.min(20, source.split("\n").length);
    const { problems } = parse(source);
    this.problems.textContent = problems.map(({ message }) => message).join(" ");
    this.text.classList.toggle("faulty", problems.length > 0);
    this.draw(source);
  }

  /** Draws the form anew, with the focus in the field in which it was. */
  private draw(source: string): void {
    const { forms, form } = this;
    if (forms === undefined) return;
    if (this.drawn !== source) {
      this.drawn = source;
      const inputs = (of: HTMLElement | undefined): HTMLElement[] => [
        ...(of?.querySelectorAll<HTMLElement>("input, textarea, button") ?? []),
      ];
      const at = inputs(form).indexOf(document.activeElement as HTMLElement);
      const find = findOf(this.view);
      this.form = forms.drawForm(source, {
        find,
        files: filesOf(this.view.state),
        take: (next) => this.take(next),
      });
      form?.remove();
      if (this.form !== undefined) {
        this.form.contentEditable = "false";
        this.dom.prepend(this.form);
      }
      inputs(this.form)[at]?.focus();
    }
    const isForm = this.form !== undefined && !this.isText;
    this.text.hidden = isForm;
    if (this.form !== undefined) this.form.hidden = !isForm;
    this.turn.hidden = this.form === undefined;
    this.turn.textContent = isForm ? forms.TURNS.asMarkdown : forms.TURNS.asForm;
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.show();
    return true;
  }

  stopEvent(event: Event): boolean {
    if (event.target === this.text) return true;
    return event.target !== this.dom && !/^(?:drag|drop)/.test(event.type);
  }

  ignoreMutation(): boolean {
    return true;
  }
}

/** Whether blocks are one that is edited as it is written. */
const isOneSource = (made: Node): boolean =>
  made.childCount === 1 && made.firstChild!.type === schema.nodes.raw;
