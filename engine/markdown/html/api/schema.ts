/** Schemas as lists of fields that unfold; what is deep or comes again is read when it is opened. */
import { type Api, nameOfPlace } from "../../../openapi/reference/api.ts";
import { fragmentAddress, type DescriptionSpot, STEPS } from "../../../openapi/reference/spot.ts";
import { type FieldShape, type SchemaShape, schemaShape } from "../../../openapi/reference/schemaShape.ts";
import { type Child, h, type SafeHtml, NOTHING } from "../element.ts";
import type { PageHtml } from "../page.ts";
import { fill } from "../words.ts";
import { prose } from "./prose.ts";

/** What a schema is shown with. */
export interface SchemaContext {
  readonly page: PageHtml;
  readonly api: Api;
  /** The piece that says where references lead, for what is read later. */
  readonly from: string;
  /** How many more fields may be written out. */
  readonly budget: { fields: number };
  /** Whether everything stands open. */
  readonly isOpen: boolean;
  /** What a request may not hold, or an answer never has. */
  readonly hides?: "readOnly" | "writeOnly";
}

/** Where in a description something stands that is being written out. */
interface At {
  /** The places gone through, to tell what comes back to itself. */
  readonly above: readonly string[];
  readonly spot: DescriptionSpot;
}

/** The start of a schema of an operation. */
export function startAt(place: string): At {
  return { above: [], spot: { place, steps: [] } };
}

/** One level of a schema, in the words of the page. */
export function shapeOf({ page, api }: Pick<SchemaContext, "page" | "api">, schema: unknown): SchemaShape {
  return schemaShape(api, schema, page.apiWords.shape);
}

function entered(at: At, { place }: SchemaShape): At {
  return place === undefined ? at : { above: [...at.above, place], spot: { place, steps: [] } };
}

function stepped({ above, spot }: At, step: string): At {
  return { above, spot: { place: spot.place, steps: [...spot.steps, step] } };
}

/** How deep fields are written out; below that they are read when opened. */
const DEEPEST = 6;
const MOST_VALUES = 12;

/** The fields of a schema; nothing where it has none to show. */
export function schemaFields(context: SchemaContext, schema: unknown, at: At): SafeHtml | undefined {
  return inside(context, shapeOf(context, schema), at);
}

/** Fields that are given one by one, as parameters are. */
export function fieldList(
  context: SchemaContext,
  fields: readonly (FieldShape & FieldExtra)[],
  at: At,
): SafeHtml {
  const items = fields.map((field) => renderField(context, field, at));
  return h("ul", { class: "fields" }, items);
}

interface FieldExtra {
  readonly description?: string;
  readonly isDeprecated?: boolean;
  readonly example?: unknown;
}

function inside(context: SchemaContext, shape: SchemaShape, at: At): SafeHtml | undefined {
  const way = entered(at, shape);
  const parts: Child[] = [];
  const fields = shape.fields.filter(({ schema }) => !isHidden(context, schema));
  if (fields.length > 0) {
    context.budget.fields -= fields.length;
    parts.push(
      h(
        "ul",
        { class: "fields" },
        fields.map((field) => renderField(context, field, way)),
      ),
    );
  }
  if (shape.choices !== undefined) parts.push(choices(context, shape, way));
  if (shape.items !== undefined) parts.push(below(context, shape.items, stepped(way, STEPS.items)));
  if (shape.values !== undefined) {
    const { type } = shapeOf(context, shape.values);
    parts.push(
      h(
        "p",
        { class: "field-limits" },
        `${context.page.apiWords.shape.underEach} `,
        h("span", { class: "field-type" }, type),
      ),
    );
    parts.push(below(context, shape.values, stepped(way, STEPS.values)));
  }
  return parts.length === 0 ? undefined : h("div", { class: "schema" }, parts);
}

/** What a list or a map holds: its fields stand where the list's would. */
function below(context: SchemaContext, schema: unknown, at: At): Child {
  const shape = shapeOf(context, schema);
  if (shape.place !== undefined && at.above.includes(shape.place)) return again(context, shape.place);
  return inside(context, shape, at) ?? enumeration(context, shape);
}

function isHidden({ api, hides }: SchemaContext, schema: unknown): boolean {
  if (hides === undefined) return false;
  const shape = schemaShape(api, schema);
  return hides === "readOnly" ? shape.isReadOnly : shape.isWriteOnly;
}

function renderField(
  context: SchemaContext,
  { name, schema, isRequired, ...extra }: FieldShape & FieldExtra,
  at: At,
): SafeHtml {
  const shape = shapeOf(context, schema);
  const isDeprecated = extra.isDeprecated === true || shape.isDeprecated;
  const badges = [
    isRequired && h("span", { class: "field-required" }, context.page.apiWords.required),
    isDeprecated && h("span", { class: "field-flag" }, context.page.apiWords.deprecated),
    shape.isReadOnly && h("span", { class: "field-flag" }, context.page.apiWords.readOnly),
    shape.isWriteOnly && h("span", { class: "field-flag" }, context.page.apiWords.writeOnly),
  ];
  const head = h(
    "div",
    { class: "field-head" },
    h("code", { class: "field-name" }, name),
    " ",
    h("span", { class: "field-type" }, shape.type),
    badges.map((badge) => [badge !== false && " ", badge]),
  );
  return h(
    "li",
    { class: "field" },
    head,
    prose(context.page, extra.description ?? shape.description),
    facts(context, shape, extra.example),
    enumeration(context, shape),
    deeper(context, name, shape, stepped(at, STEPS.field(name))),
  );
}

function facts({ page }: SchemaContext, { facts: said }: SchemaShape, example: unknown): Child {
  const all = [...said];
  if (example !== undefined)
    all.push(fill(page.apiWords.example, { value: (JSON.stringify(example) ?? "").slice(0, 200) }));
  return all.length > 0 && h("p", { class: "field-limits" }, all.join(" · "));
}

/** The values that are allowed; with what they mean, where that is said. */
function enumeration({ page }: SchemaContext, { enum: values }: SchemaShape): Child {
  if (values === undefined) return undefined;
  if (values.some(({ description }) => description !== undefined)) {
    const entries = values.map(({ value, description }) => [
      h("dt", {}, h("code", {}, print(value))),
      h("dd", {}, prose(page, description)),
    ]);
    return h("dl", { class: "field-values" }, entries);
  }
  const list = (some: typeof values): Child =>
    some.map(({ value }, at) => [at > 0 && " ", h("code", {}, print(value))]);
  if (values.length <= MOST_VALUES)
    return h("p", { class: "field-limits" }, `${page.apiWords.oneOf} `, list(values));
  return h(
    "details",
    { class: "field-more" },
    h("summary", {}, fill(page.apiWords.oneOfMany, { count: values.length })),
    h("p", { class: "field-limits" }, list(values)),
  );
}

function print(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** What a field holds itself, to be unfolded: here, or read when it is opened. */
function deeper(context: SchemaContext, name: string, shape: SchemaShape, at: At): Child {
  if (!holdsMore(context.api, shape)) return undefined;
  const place = shape.place ?? placeOf(context.api, shape);
  if (place !== undefined && at.above.includes(place)) return again(context, place);
  const title = fill(context.page.apiWords[shape.choices === undefined ? "fieldsOf" : "canBe"], { name });
  return unfold(context, title, shape, at);
}

/** Whether there is something below a schema, without reading it. */
function holdsMore(api: Api, { fields, choices: some, items, values }: SchemaShape, depth = 0): boolean {
  if (fields.length > 0) return true;
  // Lists of lists of themselves: some go on for ever.
  if (depth > DEEPEST) return false;
  if (some !== undefined)
    return some.some(({ schema }) => holdsMore(api, schemaShape(api, schema), depth + 1));
  return values !== undefined || (items !== undefined && holdsMore(api, schemaShape(api, items), depth + 1));
}

function again({ page }: SchemaContext, place: string): SafeHtml {
  return h("p", { class: "field-limits" }, `${page.apiWords.again}: `, h("code", {}, nameOfPlace(place)));
}

function unfold(context: SchemaContext, title: Child, shape: SchemaShape, at: At): SafeHtml {
  const fragment = laterPlace(context, at);
  if (fragment !== undefined) return later(context.page, title, fragment);
  const content = inside(context, shape, at);
  if (content === undefined) return NOTHING;
  return h("details", { class: "field-more", open: context.isOpen }, h("summary", {}, title), content);
}

/** Where a schema is read when it is opened; undefined: it is written out here. */
function laterPlace({ api, from, budget }: SchemaContext, { above, spot }: At): string | undefined {
  const { fragments } = api.source;
  if (fragments === undefined || (budget.fields > 0 && above.length < DEEPEST)) return undefined;
  return fragmentAddress(fragments, from, spot);
}

/** A list has no place of its own: that of what it holds. */
function placeOf(api: Api, { items, values }: SchemaShape): string | undefined {
  const of = items ?? values;
  return of === undefined ? undefined : schemaShape(api, of).place;
}

/** Something that unfolds, whose content is read from an address; without a script the address is followed. */
export function later(page: PageHtml, title: Child, address: string): SafeHtml {
  return h(
    "details",
    { class: "field-more", "data-fragment": address },
    h("summary", {}, title),
    h("p", {}, h("a", { class: "link", href: address, rel: "nofollow" }, page.apiWords.showFields)),
  );
}

function choices(context: SchemaContext, shape: SchemaShape, at: At): SafeHtml {
  const told = shape.discriminator;
  const list = shape.choices ?? [];
  const shown = list.map(({ title, schema }, number) => {
    const choice = shapeOf(context, schema);
    const label =
      choice.name === undefined || choice.name === title
        ? title
        : [title, " ", h("span", { class: "field-type" }, choice.name)];
    if (choice.place !== undefined && at.above.includes(choice.place)) return again(context, choice.place);
    const about = prose(context.page, choice.description);
    if (!holdsMore(context.api, choice)) {
      return h(
        "div",
        { class: "choice" },
        h("p", { class: "choice-title" }, label),
        about,
        enumeration(context, choice),
      );
    }
    return unfold(context, label, choice, stepped(at, STEPS.choice(number)));
  });
  const kind = context.page.apiWords[shape.choiceKind === "anyOf" ? "anyOfThese" : "oneOfThese"];
  const by = told === undefined ? undefined : [", told apart by ", h("code", {}, told)];
  return h("div", { class: "choices" }, h("p", { class: "field-limits" }, kind, by), shown);
}
