/** A form that sends an operation's request, through the site or from the browser, and shows what comes back. */
import type { Api } from "../../../openapi/reference/api.ts";
import type { OperationView, SchemeView } from "../../../openapi/reference/operation.ts";
import { exampleOf } from "../../../openapi/reference/requests.ts";
import type { TryField, TryMedia, TryPlan } from "../../../openapi/reference/tryIt.ts";
import { tryPlan, wayToTry } from "../../../openapi/reference/tryPlan.ts";
import { type Child, h, type SafeHtml } from "../element.ts";
import type { PageHtml } from "../page.ts";
import type { ApiWords } from "./words.ts";

/** A form, folded, and what leads to it: browsers unfold what an address within a page is inside of. */
interface TryPanel {
  readonly panel: SafeHtml;
  readonly link: SafeHtml;
}

/** The form; undefined where there is no server to ask, or the description hides it. */
export function tryPanel(page: PageHtml, api: Api, view: OperationView): TryPanel | undefined {
  const { tryIt, isOwn } = api.source;
  if (tryIt === undefined) return undefined;
  const plan = tryPlan(api, view);
  const way = wayToTry(view, plan.servers.length, tryIt !== "");
  if (way === undefined) return undefined;
  page.uses.tryIt = true;
  // Without the script nothing is sent where only the script can ask: forms of this method go nowhere.
  const sending =
    way === "site"
      ? { method: "post", action: `${tryIt}${view.hash}`, enctype: "multipart/form-data" }
      : { method: "dialog", "data-own": isOwn };
  if (way === "browser" && isOwn !== true)
    for (const server of plan.servers) page.asked.add(new URL(server).origin);
  const names = new Names(page.count("try"), page.apiWords);
  const id = names.id("form");
  const form = h(
    "form",
    { class: "try-form", id, ...sending, "data-try": JSON.stringify(plan) },
    isOwn !== true && serverField(names, plan),
    authentication(names, view, plan),
    plan.inputs.map((input, at) =>
      field(names, `${input.in}.${input.name}`, input, {
        note: input.in,
        hint: view.parameters[at]?.example,
        isChecked: true,
      }),
    ),
    bodies(names, api, view, plan),
    h("button", { type: "submit", class: "button button-primary" }, names.words.send),
    h("output", { class: "try-answer", "aria-live": "polite", hidden: true }),
  );
  return {
    panel: h("details", { class: "try field-more" }, h("summary", {}, names.words.tryIt), form),
    link: h("a", { class: "op-try", href: `#${id}` }, names.words.tryIt),
  };
}

/** Ids of one form's fields, and the words beside them. */
class Names {
  readonly #number: number;
  readonly #taken = new Set<string>();

  readonly words: ApiWords;

  constructor(number: number, words: ApiWords) {
    this.#number = number;
    this.words = words;
  }

  /** An id for a field, its own even where names differ by signs alone. */
  id(name: string): string {
    const plain = `try-${this.#number}-${name.replace(/[^\w-]/g, "-").slice(0, 80)}`;
    let id = plain;
    for (let count = 2; this.#taken.has(id); count++) id = `${plain}-${count}`;
    this.#taken.add(id);
    return id;
  }
}

function serverField(names: Names, { servers }: TryPlan): SafeHtml {
  const id = names.id("server");
  const options = servers.map((url, at) => h("option", { value: at }, url));
  return h(
    "div",
    { class: "try-field" },
    h("label", { for: id }, names.words.server),
    h("select", { id, name: "server" }, options),
  );
}

/** The ways of saying who asks, one to be chosen. What is typed is sent, and kept by the reader's tab alone. */
function authentication(names: Names, { security }: OperationView, { ways }: TryPlan): Child {
  const parts = ways.map((_, way) => {
    const schemes = security[way] ?? [];
    return {
      title: schemes.length === 0 ? names.words.none : schemes.map(({ title }) => title).join(" + "),
      fields: schemes.map((scheme, at) => schemeFields(names, scheme, `auth.${way}.${at}`)),
    };
  });
  return choose(names, "way", names.words.authentication, parts);
}

function schemeFields(names: Names, { kind, title, key, name }: SchemeView, at: string): Child {
  const secret = (to: string, label: string): SafeHtml =>
    field(
      names,
      to,
      { name: label, isRequired: false, kind: "text" },
      { isSecret: true, note: key, keptAs: key },
    );
  if (kind === "other") return undefined;
  if (kind !== "basic") return secret(at, kind === "bearer" ? title : `${title} (${name})`);
  const user: TryField = { name: names.words.user, isRequired: false, kind: "text" };
  return [
    field(names, `${at}.user`, user, { note: key, keptAs: `${key} user` }),
    secret(`${at}.password`, names.words.password),
  ];
}

interface Part {
  readonly title: string;
  readonly fields: Child;
}

/** Parts of a form of which one counts; the style sheet hides those that are not chosen. */
function choose(names: Names, name: string, label: string, parts: readonly Part[]): Child {
  const [only] = parts;
  if (only === undefined || parts.length === 1) return only?.fields;
  const choices = parts.map(({ title, fields }, at) => {
    const id = names.id(`${name}-${at}`);
    return h(
      "div",
      { class: "try-choice" },
      h("input", { type: "radio", id, name, value: at, checked: at === 0 }),
      h("label", { for: id }, title),
      h("div", { class: "try-fields" }, fields),
    );
  });
  return h("fieldset", { class: "try-choices" }, h("legend", {}, label), choices);
}

interface FieldLook {
  /** Said beside the name. */
  readonly note?: string;
  /** An example of what to fill in. */
  readonly hint?: unknown;
  readonly isSecret?: boolean;
  /** Under which name the reader's tab keeps what is typed. */
  readonly keptAs?: string;
  /** Whether the browser insists on what is required: not for what may be hidden. */
  readonly isChecked?: boolean;
}

function field(names: Names, name: string, declared: TryField, look: FieldLook): SafeHtml {
  const id = names.id(name);
  const { kind, isRequired, values } = declared;
  const shared = { id, name, required: isRequired && look.isChecked === true };
  const note = [look.note, kind === "list" ? names.words.perLine : undefined].filter(
    (one) => one !== undefined,
  );
  const label = [
    declared.name,
    note.length > 0 && [" ", h("span", { class: "field-type" }, note.join(", "))],
    isRequired && [" ", h("span", { class: "field-required" }, names.words.required)],
  ];
  return h(
    "div",
    { class: "try-field" },
    h("label", { for: id }, label),
    values === undefined
      ? inputOf(kind, shared, look)
      : h(
          "select",
          shared,
          h("option", { value: "" }, "–"),
          values.map((value) => h("option", { value }, value)),
        ),
  );
}

function inputOf(
  kind: TryField["kind"],
  shared: { readonly id: string; readonly name: string; readonly required: boolean },
  { hint, isSecret, keptAs }: FieldLook,
): SafeHtml {
  if (kind === "file" || kind === "files")
    return h("input", { ...shared, type: "file", multiple: kind === "files" });
  if (kind !== "text") return h("textarea", { ...shared, rows: 2 });
  const example =
    typeof hint === "string" || typeof hint === "number" ? String(hint).slice(0, 100) : undefined;
  const type = isSecret === true ? "password" : "text";
  return h("input", { ...shared, type, autocomplete: "off", placeholder: example, "data-kept": keptAs });
}

function bodies(names: Names, api: Api, { body }: OperationView, { media }: TryPlan): Child {
  const parts = media.map((one, at) => ({
    title: one.type,
    fields: bodyFields(names, one, `body.${at}`, () => {
      const given = body?.media[at];
      return given === undefined ? undefined : exampleOf(api, given, "request");
    }),
  }));
  return choose(names, "media", names.words.body, parts);
}

function bodyFields(names: Names, media: TryMedia, at: string, example: () => unknown): Child {
  const { kind, type, fields } = media;
  if (kind === "form" || kind === "multipart")
    return fields.map((one) => field(names, `${at}.${one.name}`, one, {}));
  const whole: TryField = {
    name: names.words.body,
    isRequired: false,
    kind: kind === "file" ? "file" : "text",
  };
  if (kind === "file") return field(names, at, whole, { note: type });
  const id = names.id(at);
  const value = example();
  const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? "");
  return h(
    "div",
    { class: "try-field" },
    h("label", { for: id }, names.words.body),
    h("textarea", { id, name: at, rows: 8, spellcheck: "false" }, text),
  );
}
