/** What a body or an answer holds, field by field, unfolding where a field holds fields. */
import { html, type Raw } from "../../design/html.ts";
import { sentence } from "./code.ts";
import type { Parameter, Schema } from "./openapi.ts";

/** How deep fields unfold; what is deeper is named by its type alone. */
const DEEPEST = 8;

/** The parameters of an operation as a list of fields. */
export function parameterFields(parameters: readonly Parameter[]): Raw {
  const entries = parameters.map(({ name, required = false, description, schema }) =>
    field(name, description === undefined ? schema : { ...schema, description }, required, 0),
  );
  return html`<ul class="fields">
    ${entries}
  </ul>`;
}

/** The fields of a schema; nothing where it has none to show. */
export function schemaFields(schema: Schema, depth = 0): Raw | undefined {
  if (depth > DEEPEST) return undefined;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return choiceFields(choices, schema.discriminator?.propertyName, depth);
  if (schema.allOf !== undefined) return html`${schema.allOf.map((part) => schemaFields(part, depth))}`;
  if (schema.items !== undefined) return schemaFields(schema.items, depth);
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const values = valuesOf(schema);
    return values === undefined ? undefined : schemaFields(values, depth + 1);
  }
  return html`<ul class="fields">
    ${properties.map(([name, property]) => field(name, property, required.has(name), depth))}
  </ul>`;
}

function field(name: string, schema: Schema, required: boolean, depth: number): Raw {
  const inner = schemaFields(schema, depth + 1);
  return html`<li class="field">
    <div class="field-head">
      <code class="field-name">${name}</code> <span class="field-type">${typeOf(schema)}</span>
      ${required ? html`<span class="field-required">required</span>` : null}
    </div>
    ${schema.description ? html`<p>${sentence(schema.description)}</p>` : null}${limits(schema)}${
      inner === undefined ? null : unfold(`Fields of ${name}`, inner)
    }
  </li>`;
}

function unfold(title: string, content: Raw): Raw {
  return html`<details class="field-more">
    <summary>${title}</summary>
    ${content}
  </details>`;
}

/** Alternatives: those that hold fields, each under what tells it from the others. */
function choiceFields(choices: readonly Schema[], told: string | undefined, depth: number): Raw | undefined {
  const shown = choices.flatMap((choice) => {
    const inner = schemaFields(choice, depth + 1);
    if (inner === undefined) return [];
    const name = told === undefined ? undefined : choice.properties?.[told]?.const;
    return [{ name: String(name ?? typeOf(choice)), description: choice.description, inner }];
  });
  const [only] = shown;
  if (only === undefined) return undefined;
  if (shown.length === 1) return only.inner;
  return html`<div class="choices">
    ${shown.map(({ name, description, inner }) =>
      unfold(name, html`${description ? html`<p>${sentence(description)}</p>` : null}${inner}`),
    )}
  </div>`;
}

/** What a map's values are. */
function valuesOf({ additionalProperties, patternProperties }: Schema): Schema | undefined {
  if (typeof additionalProperties === "object") return additionalProperties;
  return Object.values(patternProperties ?? {})[0];
}

/** A type in words. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "object";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.length > 8
      ? "one of several texts"
      : schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) {
    const names = new Set(choices.map(typeOf));
    return [...names].join(" or ");
  }
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`;
  if (schema.allOf !== undefined) return "object";
  if (schema.format === "date-time") return "time";
  if (schema.format === "uri") return "address";
  if (typeof schema.type === "string") return schema.type;
  return schema.type?.join(" or ") ?? "anything";
}

function limits(schema: Schema): Raw | undefined {
  const said = [
    ...(schema.enum !== undefined && schema.enum.length > 8 ? [`One of ${schema.enum.join(", ")}.`] : []),
    ...(schema.minimum !== undefined && schema.maximum !== undefined
      ? [`${schema.minimum} to ${schema.maximum.toLocaleString("en")}.`]
      : []),
    ...(schema.maxLength !== undefined && schema.format === undefined
      ? [`At most ${schema.maxLength.toLocaleString("en")} characters.`]
      : []),
    ...(schema.maxItems === undefined ? [] : [`At most ${schema.maxItems} items.`]),
  ];
  return said.length === 0 ? undefined : html`<p class="field-limits">${said.join(" ")}</p>`;
}
