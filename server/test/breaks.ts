/** What of a released OpenAPI document a newer one no longer keeps. What was added breaks nobody. */

type Json = { readonly [key: string]: unknown };
interface Documents {
  readonly before: Json;
  readonly now: Json;
}
/** Who writes a value: what callers send may not be asked for more, what they are answered may not have less. */
type Side = "sent" | "answered";

/** A sentence for each break. */
export function breaksOf(before: Json, now: Json): string[] {
  const documents = { before, now };
  return entries(before["paths"]).flatMap(([path, item]) =>
    entries(item).flatMap(([method, operation]) => {
      if (method === "parameters") return [];
      const at = `${method.toUpperCase()} ${path}`;
      const newer = (part(part(now, "paths"), path) as Json)[method] as Json | undefined;
      if (newer === undefined) return [`${at} is gone`];
      return operationBreaks(
        documents,
        at,
        { ...(operation as Json), inPath: (item as Json)["parameters"] },
        { ...newer, inPath: part(part(now, "paths"), path)["parameters"] },
      );
    }),
  );
}

const part = (value: unknown, key: string): Json => ((value as Json | undefined)?.[key] ?? {}) as Json;
const entries = (value: unknown): [string, unknown][] => Object.entries((value ?? {}) as Json);

function operationBreaks(documents: Documents, at: string, before: Json, now: Json): string[] {
  const names = (operation: Json) => ({
    operationId: operation["operationId"],
    call: part(operation, "x-lectern")["call"],
  });
  const newNames: Json = names(now);
  const renamed = entries(names(before)).flatMap(([name, was]) =>
    newNames[name] === was ? [] : [`${at} ${name} was ${String(was)}`],
  );
  const body = bodyOf(before);
  const answers = entries(before["responses"]).flatMap(([status, answer]) => {
    const newer = part(now, "responses")[status];
    if (newer === undefined) return [`${at} ${status} is gone`];
    const was = contentOf(resolved(documents.before, answer));
    return was
      ? schemaBreaks(documents, `${at} ${status}`, was, contentOf(resolved(documents.now, newer)), "answered")
      : [];
  });
  return [
    ...renamed,
    ...parameterBreaks(documents, at, before, now),
    ...(body ? schemaBreaks(documents, `${at} body`, body, bodyOf(now), "sent") : []),
    ...(part(now, "requestBody")["required"] === true && part(before, "requestBody")["required"] !== true
      ? [`${at} needs a body`]
      : []),
    ...answers,
  ];
}

const bodyOf = (operation: Json): Json | undefined => contentOf(part(operation, "requestBody"));
const contentOf = (holder: Json): Json | undefined =>
  part(part(holder, "content"), "application/json")["schema"] as Json | undefined;

function parametersOf(document: Json, operation: Json): Map<string, Json> {
  const all = [operation["inPath"], operation["parameters"]].flatMap((some) => (some ?? []) as unknown[]);
  return new Map(
    all.map((one) => {
      const parameter = resolved(document, one);
      return [`${String(parameter["in"])} ${String(parameter["name"])}`, parameter];
    }),
  );
}

function parameterBreaks(documents: Documents, at: string, before: Json, now: Json): string[] {
  const was = parametersOf(documents.before, before);
  const is = parametersOf(documents.now, now);
  const gone = [...was].flatMap(([name, parameter]) =>
    schemaBreaks(
      documents,
      `${at} ${name}`,
      parameter["schema"] as Json,
      is.get(name)?.["schema"] as Json,
      "sent",
    ),
  );
  const needed = [...is].flatMap(([name, parameter]) =>
    parameter["required"] === true && was.get(name)?.["required"] !== true
      ? [`${at} ${name} is required`]
      : [],
  );
  return [...gone, ...needed];
}

function resolved(document: Json, value: unknown): Json {
  const reference = (value as Json)["$ref"];
  if (typeof reference !== "string") return value as Json;
  return resolved(document, reference.slice(2).split("/").reduce<Json>(part, document));
}

function schemaBreaks(
  documents: Documents,
  at: string,
  before: Json,
  now: Json | undefined,
  side: Side,
): string[] {
  const breaks = now === undefined ? [" is gone"] : breaksBelow(documents, before, now, side);
  return breaks.map((sentence) => at + sentence);
}

/** What two schemas were found to be, so that one which many places refer to is compared once. */
const compared = new WeakMap<Json, Map<Json, Map<Side, readonly string[]>>>();

/** The sentences of a schema, from its place on. */
function breaksBelow(documents: Documents, before: Json, now: Json, side: Side): readonly string[] {
  const [was, is] = [resolved(documents.before, before), resolved(documents.now, now)];
  const others = compared.get(was) ?? new Map<Json, Map<Side, readonly string[]>>();
  const sides = others.get(is) ?? new Map<Side, readonly string[]>();
  compared.set(was, others.set(is, sides));
  const known = sides.get(side);
  if (known !== undefined) return known;
  // What it has in itself again breaks where it breaks itself.
  sides.set(side, []);
  const inner = (name: string, older: unknown, newer: unknown) =>
    schemaBreaks(documents, `/${name}`, older as Json, newer as Json | undefined, side);
  const choices = (schema: Json) => (schema["anyOf"] ?? schema["oneOf"] ?? []) as Json[];
  const breaks = [
    ...(String(was["type"]) === String(is["type"]) || is["type"] === undefined
      ? []
      : [` was of type ${String(was["type"])}`]),
    ...valuesOf(was)
      .filter((value) => valuesOf(is).length > 0 && !valuesOf(is).includes(value))
      .map((value) => ` no longer takes ${JSON.stringify(value)}`),
    ...entries(was["properties"]).flatMap(([name, older]) =>
      inner(name, older, part(is, "properties")[name]),
    ),
    ...requiredBreaks(was, is, side),
    ...(was["items"] === undefined ? [] : inner("items", was["items"], is["items"])),
    ...((was["allOf"] ?? []) as Json[]).flatMap((older, index) =>
      inner(`allOf/${index}`, older, (is["allOf"] as Json[])?.[index]),
    ),
    ...choices(was).flatMap((older, index) =>
      choices(is).some((newer) => inner("", older, newer).length === 0) ? [] : [` lost its choice ${index}`],
    ),
  ];
  sides.set(side, breaks);
  return breaks;
}

const valuesOf = (schema: Json): unknown[] =>
  (schema["enum"] as unknown[] | undefined) ?? ("const" in schema ? [schema["const"]] : []);

function requiredBreaks(was: Json, is: Json, side: Side): string[] {
  const [less, more] = side === "sent" ? [was, is] : [is, was];
  const known = new Set((less["required"] ?? []) as string[]);
  const said = side === "sent" ? "is required" : "may be absent";
  return ((more["required"] ?? []) as string[])
    .filter((name) => !known.has(name))
    .map((name) => `/${name} ${said}`);
}
