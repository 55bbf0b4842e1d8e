/** The form of a block that is edited as Markdown: its fields by their labels, those of its parts below each other. */
import { FORM_WORDS as WORDS } from "../formWords.ts";
import type { FindTargets } from "../menu.ts";
import type { BlockFormEntry, BlockFormField } from "../sourceField.ts";
import { formOf } from "../sourceForms.ts";
import { buttonOf } from "./parts.ts";
import type { PageFiles } from "./files.ts";
import { findsOf, offerTargets } from "./picker.ts";
import { offerUpload } from "./upload.ts";

/** What leads from a form to the text and back. */
export const TURNS = { asMarkdown: WORDS.asMarkdown, asForm: WORDS.asForm } as const;

export interface FormWishes {
  readonly find: FindTargets | undefined;
  /** Where files of the page are. */
  readonly files: PageFiles | undefined;
  /** Called with the block as it is written now. */
  readonly take: (source: string) => void;
}

/** The form of a block; undefined where there is none. It is made anew for each text. */
export function drawForm(source: string, wishes: FormWishes): HTMLElement | undefined {
  const form = formOf(source);
  if (form === undefined) return undefined;
  const place = document.createElement("div");
  place.className = "source-form";
  const kind = place.appendChild(document.createElement("strong"));
  kind.textContent = WORDS.kinds[form.type];
  place.append(...form.fields.map((field) => fieldOf(field, wishes)));
  place.append(...(form.entries ?? []).map((entry) => entryOf(entry, wishes)));
  if (form.add !== undefined) {
    const { label, write } = form.add;
    place.append(buttonOf({ label, act: () => wishes.take(write()) }));
  }
  return place;
}

function entryOf({ label, fields, remove }: BlockFormEntry, wishes: FormWishes): HTMLElement {
  const entry = document.createElement("fieldset");
  entry.appendChild(document.createElement("legend")).textContent = label;
  entry.append(...fields.map((field) => fieldOf(field, wishes)));
  if (remove !== undefined) {
    const button = buttonOf({ label: WORDS.remove, act: () => wishes.take(remove()) });
    button.setAttribute("aria-label", `${WORDS.remove}: ${label}`);
    entry.append(button);
  }
  return entry;
}

function fieldOf(field: BlockFormField, wishes: FormWishes): HTMLElement {
  const label = document.createElement("label");
  label.className = field.kind === "flag" ? "source-flag" : "source-entry";
  const words = document.createElement("span");
  words.textContent = field.label;
  const input = inputOf(field);
  label.append(...(field.kind === "flag" ? [input, words] : [words, input]));
  input.addEventListener("change", () => wishes.take(field.write(valueOf(input))));
  if (field.of !== undefined && wishes.find !== undefined && input instanceof HTMLInputElement)
    offerTargets(input, findsOf(wishes.find, field.of, field.within));
  if (field.of === "picture" && wishes.files !== undefined && input instanceof HTMLInputElement)
    offerUpload(input, wishes.files, "image/*");
  return label;
}

function inputOf({ kind, value }: BlockFormField): HTMLInputElement | HTMLTextAreaElement {
  if (kind === "text") {
    const text = document.createElement("textarea");
    text.value = value;
    text.rows = Math.min(20, Math.max(2, value.split("\n").length));
    return text;
  }
  const input = document.createElement("input");
  if (kind === "flag") {
    input.type = "checkbox";
    input.checked = value === "true";
    return input;
  }
  // What is no date of a calendar is written as it is.
  if (kind === "date" && (value === "" || /^\d{4}-\d{2}-\d{2}$/.test(value))) input.type = "date";
  input.value = value;
  return input;
}

const valueOf = (input: HTMLInputElement | HTMLTextAreaElement): string =>
  input instanceof HTMLInputElement && input.type === "checkbox" ? String(input.checked) : input.value;
