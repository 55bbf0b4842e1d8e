/** The schemas of a description, each with its fields. */
import { anchorOf } from "../../anchors.ts";
import type { Api } from "../../../openapi/reference/api.ts";
import { fragmentAddress, schemaAt, type DescriptionSpot } from "../../../openapi/reference/spot.ts";
import { h, type SafeHtml, NOTHING } from "../element.ts";
import type { PageHtml } from "../page.ts";
import { prose } from "./prose.ts";
import { later, type SchemaContext, schemaFields, shapeOf, startAt } from "./schema.ts";

/** Fields that a list of schemas writes out; the rest is read when it is opened. */
const FIELDS = 800;

/** Renders schemas; all that the source names where none is asked for. */
export function renderApiSchemas(
  page: PageHtml,
  api: Api,
  names: readonly string[],
  isGrouped: boolean,
): SafeHtml {
  page.uses.reference = true;
  const wanted = new Set(names);
  const chosen = api.source.schemas.filter(({ name }) => wanted.size === 0 || wanted.has(name));
  const from = api.source.schemasFrom ?? "";
  const context: SchemaContext = { page, api, from, budget: { fields: FIELDS }, isOpen: false };
  const list = chosen.map(({ name, place }) => {
    const id = page.claimId(anchorOf(name));
    if (!isGrouped || chosen.length <= 60) page.headings.push({ level: 2, id, text: name });
    return h("section", { class: "model" }, h("h2", { class: "op-title", id }, name), model(context, place));
  });
  return h("div", { class: "models" }, list);
}

function model(context: SchemaContext, place: string): SafeHtml {
  const { api, from, budget } = context;
  const { fragments } = api.source;
  const shape = shapeOf(context, { $ref: place });
  if (fragments !== undefined && (budget.fields <= 0 || shape.isMissing)) {
    return later(
      context.page,
      context.page.apiWords.fields,
      fragmentAddress(fragments, from, { place, steps: [] }),
    );
  }
  const about = prose(context.page, shape.description) ?? NOTHING;
  const fields = schemaFields(context, { $ref: place }, startAt(place));
  const whole = h("p", { class: "field-limits" }, [shape.type, ...shape.facts].join(" · "));
  return h("div", {}, about, fields ?? whole);
}

/** The fields of what stands at a spot, by themselves: what unfolds later. undefined: nothing is there. */
export function renderApiSpot(
  page: PageHtml,
  api: Api,
  from: string,
  spot: DescriptionSpot,
): SafeHtml | undefined {
  const schema = schemaAt(api, spot);
  if (schema === undefined) return undefined;
  const context: SchemaContext = { page, api, from, budget: { fields: 120 }, isOpen: false };
  return (
    schemaFields(context, schema, { above: [], spot }) ??
    h("p", { class: "field-limits" }, shapeOf(context, schema).type)
  );
}
