/** Operations and schemas as Markdown: what is read as text, by people and programs, and what search finds. */
import type { Api } from "./api.ts";
import { type OperationView, operationView, type ParameterView } from "./operation.ts";
import { exampleOf, isJson, requestSamples } from "./requests.ts";
import { type SchemaShape, schemaShape } from "./schemaShape.ts";

/** Lines that the fields of one schema take, and how deep they go. */
const MOST_LINES = 150;
const DEEPEST = 4;

/** An operation as Markdown under a heading of the second level; undefined when there is none. */
export function operationMarkdown(api: Api, method: string, path: string): string | undefined {
  const view = operationView(api, method, path);
  if (view === undefined) return undefined;
  const parts = [
    `## ${oneLine(view.title)}`,
    `\`${view.method.toUpperCase()} ${view.path.replaceAll("`", "")}\``,
    notes(view),
    written(view.description),
    ...authentication(view),
    ...parameters(api, view),
    ...body(api, view),
    ...responses(api, view),
    ...request(api, view),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Schemas of a description as Markdown, each under a heading. */
function schemasMarkdown(api: Api, names: readonly string[]): string {
  const wanted = new Set(names);
  const chosen = api.source.schemas.filter(({ name }) => wanted.size === 0 || wanted.has(name));
  return chosen
    .map(({ name, place }) => {
      const shape = schemaShape(api, { $ref: place });
      const lines = fieldLines(api, shape, 0, [place], { left: MOST_LINES });
      return [`## ${oneLine(name)}`, written(shape.description), lines.join("\n")]
        .filter((part) => part !== "")
        .join("\n\n");
    })
    .join("\n\n");
}

/** Puts Markdown in place of blocks: `undefined` where the description or the operation is unknown. */
export function blockMarkdown(
  api: Api | undefined,
  block:
    | { readonly type: "openapiOperation"; readonly method: string; readonly path: string }
    | { readonly type: "openapiSchemas"; readonly schemas: readonly string[] },
): string | undefined {
  if (api === undefined) return undefined;
  if (block.type === "openapiSchemas") return schemasMarkdown(api, block.schemas);
  return operationMarkdown(api, block.method, block.path);
}

function notes({ isDeprecated, fields, isWebhook }: OperationView): string {
  const sunset = fields.deprecatedSunset;
  const said = [
    isWebhook ? "A webhook: this request is sent to you." : "",
    isDeprecated ? `Deprecated${sunset === undefined ? "" : `: gone after ${sunset}`}.` : "",
    fields.stability === undefined || fields.stability === "stable" ? "" : `Stability: ${fields.stability}.`,
  ];
  return said.filter((text) => text !== "").join(" ");
}

/** What somebody wrote, with its headings made lines: the page's own structure stays. */
function written(text: string | undefined): string {
  return (text ?? "").trim().replace(/^#{1,6}[ \t]+(.+?)[ \t]*#*$/gm, "**$1**");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function authentication({ security, isOpen }: OperationView): string[] {
  if (security.length === 0) return [];
  const ways = security.map((schemes) =>
    schemes.map(({ title, key }) => (title === key ? title : `${title} (${key})`)).join(" and "),
  );
  return [`**Authentication:** ${ways.join(", or ")}${isOpen ? ", or none" : ""}`];
}

function parameters(api: Api, view: OperationView): string[] {
  if (view.parameters.length === 0) return [];
  const line = (parameter: ParameterView): string => {
    const shape = schemaShape(api, parameter.schema);
    const said = oneLine(parameter.description ?? shape.description ?? "");
    const about = [parameter.in, shape.type, ...(parameter.isRequired ? ["required"] : [])].join(", ");
    return `- \`${parameter.name}\` (${about})${said === "" ? "" : `: ${said}`}${facts(shape)}`;
  };
  return ["**Parameters**", view.parameters.map(line).join("\n")];
}

function facts({ facts: said, enum: values }: SchemaShape): string {
  const named = values?.slice(0, 30).map(({ value, description }) => {
    const meaning = oneLine(description ?? "");
    return JSON.stringify(value) + (meaning === "" ? "" : ` – ${meaning}`);
  });
  const all = [...(named === undefined ? [] : [`one of ${named.join(", ")}`]), ...said];
  return all.length === 0 ? "" : ` (${oneLine(all.join("; "))})`;
}

function body(api: Api, { body: sent }: OperationView): string[] {
  if (sent === undefined) return [];
  return [
    `**Body**${sent.isRequired ? " (required)" : ""}`,
    written(sent.description),
    ...sent.media.slice(0, 3).flatMap(({ type, schema }) => [`\`${type}\``, schemaText(api, schema)]),
  ];
}

function schemaText(api: Api, schema: unknown): string {
  const shape = schemaShape(api, schema);
  const lines = fieldLines(api, shape, 0, [], { left: MOST_LINES });
  return lines.length > 0 ? lines.join("\n") : shape.type === "any" ? "" : shape.type;
}

function fieldLines(
  api: Api,
  shape: SchemaShape,
  depth: number,
  above: readonly (string | undefined)[],
  budget: { left: number },
): string[] {
  if (depth > DEEPEST || (shape.place !== undefined && depth > 0 && above.includes(shape.place))) return [];
  const way = [...above, shape.place];
  const indent = "  ".repeat(depth);
  const lines: string[] = [];
  for (const { name, schema, isRequired } of shape.fields) {
    if (budget.left-- <= 0) return lines;
    const inner = schemaShape(api, schema);
    const said = oneLine(inner.description ?? "");
    const about = [inner.type, ...(isRequired ? ["required"] : [])].join(", ");
    lines.push(`${indent}- \`${name}\` (${about})${said === "" ? "" : `: ${said}`}${facts(inner)}`);
    lines.push(...fieldLines(api, inner, depth + 1, way, budget));
  }
  for (const choice of shape.choices ?? []) {
    if (budget.left-- <= 0) return lines;
    lines.push(`${indent}- one of: ${oneLine(choice.title)}`);
    lines.push(...fieldLines(api, schemaShape(api, choice.schema), depth + 1, way, budget));
  }
  const of = shape.items ?? shape.values;
  if (of !== undefined) lines.push(...fieldLines(api, schemaShape(api, of), depth, way, budget));
  return lines;
}

function responses(api: Api, view: OperationView): string[] {
  return view.responses.flatMap(({ status, description, media }) => {
    const [first] = media;
    const head = `**Response ${status}**${description === undefined ? "" : `: ${oneLine(description)}`}`;
    if (first === undefined) return [head];
    const isGood = /^[2d]/.test(status);
    const sample = isGood && isJson(first.type) ? exampleOf(api, first, "answer") : undefined;
    return [
      head,
      isGood ? schemaText(api, first.schema) : "",
      sample === undefined ? "" : fenced("json", JSON.stringify(sample, undefined, 2)),
    ];
  });
}

function request(api: Api, view: OperationView): string[] {
  if (view.fields.hideSample) return [];
  const [sample] = requestSamples(api, view);
  return sample === undefined ? [] : ["**Request**", fenced(sample.lang, sample.text)];
}

/** A fence that no line of the text ends. */
function fenced(lang: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${lang.replace(/[^\w-]/g, "")}\n${text}\n${fence}`;
}
