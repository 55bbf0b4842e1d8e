/** Names for schemas within schemas: from a place, or from an operation's own parts, step by step. */
import type { Api } from "./api.ts";
import { operationView } from "./operation.ts";
import { schemaShape } from "./schemaShape.ts";

export interface DescriptionSpot {
  /** A place of the description, or a part of the operation: {@link PARTS}. */
  readonly place: string;
  /** From there: {@link STEPS}. */
  readonly steps: readonly string[];
}

/** The parts of an operation that schemas stand in. */
export const PARTS = {
  parameters: "@parameters",
  body: (media: number) => `@body ${media}`,
  response: (status: string, media: number) => `@response ${status} ${media}`,
} as const;

/** One level down in a schema. */
export const STEPS = {
  field: (name: string) => `f.${name}`,
  items: "i",
  values: "v",
  choice: (number: number) => `c.${number}`,
} as const;

/** Longest way from a place. */
export const MOST_STEPS = 40;

/** The address at which the schema at a spot is read. @param from the piece that leads there */
export function fragmentAddress(fragments: string, from: string, { place, steps }: DescriptionSpot): string {
  return fragments + [from, place, ...steps].map((part) => encodeURIComponent(part.toWellFormed())).join("/");
}

/** The schema at a spot; undefined when nothing is there. */
export function schemaAt(api: Api, { place, steps }: DescriptionSpot): unknown {
  if (steps.length > MOST_STEPS) return undefined;
  const [first, ...rest] = steps;
  const isParameter = place === PARTS.parameters && first !== undefined;
  let schema = isParameter ? parameterSchema(api, first) : startOf(api, place);
  for (const step of isParameter ? rest : steps) {
    if (schema === undefined) return undefined;
    schema = next(api, schema, step);
  }
  return schema;
}

function operationOf(api: Api) {
  const [key = ""] = Object.keys(api.source.operations);
  const space = key.indexOf(" ");
  return operationView(api, key.slice(0, space), key.slice(space + 1));
}

function parameterSchema(api: Api, step: string): unknown {
  return operationOf(api)?.parameters.find(({ name }) => STEPS.field(name) === step)?.schema;
}

function startOf(api: Api, place: string): unknown {
  if (!place.startsWith("@")) return api.follow({ $ref: place }) && { $ref: place };
  const view = operationOf(api);
  const [part, ...names] = place.split(" ");
  if (part === "@body") return view?.body?.media[Number(names[0])]?.schema;
  const response = view?.responses.find(({ status }) => status === names[0]);
  return part === "@response" ? response?.media[Number(names[1])]?.schema : undefined;
}

function next(api: Api, schema: unknown, step: string): unknown {
  const { fields, items, values, choices } = schemaShape(api, schema);
  if (step === STEPS.items) return items;
  if (step === STEPS.values) return values;
  if (step.startsWith("c.")) return choices?.[Number(step.slice(2))]?.schema;
  return fields.find(({ name }) => STEPS.field(name) === step)?.schema;
}
