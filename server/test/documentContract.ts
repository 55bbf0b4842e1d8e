/**
 * The public API's schemas of documents, those of the version whose clients must keep working and of a later one, with
 * each difference and its reason.
 */
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { contract, type ContractSchema, laterContract } from "./publicContract.ts";

type Schemas = Readonly<Record<string, ContractSchema>>;

const anyBlock = { $ref: "#/components/schemas/DocumentBlock" };
const anyInline = {
  anyOf: [{ $ref: "#/components/schemas/DocumentInline" }, { $ref: "#/components/schemas/DocumentText" }],
};

/** Blocks that hold others: that document lists for each which, and leaves out what its own editor makes. */
const HOLDERS = [
  "DocumentBlockHint",
  "DocumentBlockQuote",
  "DocumentBlockListItem",
  "DocumentBlockTabsItem",
  "DocumentBlockStepperStep",
  "DocumentBlockColumn",
  "DocumentBlockIf",
];
const items = (own: ContractSchema | undefined, schema: object) => ({
  ...own,
  properties: { ...own?.properties, nodes: { type: "array", items: schema } },
});

const fragmentOf = (names: readonly string[]) => ({
  type: "array",
  items: {
    allOf: [
      { $ref: "#/components/schemas/DocumentFragment" },
      { properties: { type: { enum: names } }, required: ["type"] },
    ],
  },
});

const withFragments = (schema: ContractSchema | undefined, names: readonly string[]) => ({
  ...schema,
  properties: { ...schema?.properties, fragments: fragmentOf(names) },
});

/** A block of which the document says no more than what is in it. */
const block = (type: string, data: object) => ({
  type: "object",
  properties: {
    object: { enum: ["block"] },
    type: { enum: [type] },
    key: { type: "string" },
    isVoid: { enum: [false] },
    data: { type: "object", additionalProperties: false, ...data },
    nodes: { type: "array", items: anyBlock },
  },
  required: ["object", "type", "data", "nodes"],
});

interface DocumentDifference {
  readonly because: string;
  /** The versions that say it otherwise; both unless said. */
  readonly of?: "older" | "later";
  readonly schema: (own: Schemas) => object;
}

/** What may stand in what is every block and every inline; types, fields and values are as strict as they are there. */
const HOLDS_ANY =
  "That document lists what may stand in it, and leaves out what its own editor doesn't make.";

/**
 * Where documents differ from those schemas, by the schema. One server speaks to clients of both versions: the older ones
 * leave what they don't know to those who do.
 */
const DIFFERENCES: Record<string, DocumentDifference> = {
  DocumentBlockUpdates: {
    because: "News are blocks of their own since, made of one block a day.",
    of: "older",
    schema: () =>
      block("updates", {
        properties: { format: { enum: ["numeric", "full", "short"] } },
        required: ["format"],
      }),
  },
  DocumentBlockUpdate: {
    because: "As above; its date is a time, and its tags refer to those of the revision.",
    of: "older",
    schema: () =>
      block("update", {
        properties: {
          date: { type: "string", format: "date-time" },
          tags: {
            type: "array",
            items: {
              type: "object",
              properties: { kind: { enum: ["tag"] }, tag: { type: "string" } },
              required: ["kind", "tag"],
            },
          },
        },
        required: ["date"],
      }),
  },
  DocumentBlockPrompt: {
    because:
      "The older version has no such block; the later one has it hold one block of code, and ours holds what the text has.",
    schema: () =>
      block("prompt", {
        properties: {
          description: { type: "string" },
          icon: { type: "string" },
          openInAIProviders: { type: "boolean" },
          defaultExpanded: { enum: ["hidden", "partial", "full"] },
        },
        required: ["description"],
      }),
  },
  DocumentBlockExpandable: {
    because: "It may be open from the start since; and its title and its body hold any block.",
    schema: ({ DocumentBlockExpandable: own }) => {
      const { properties, ...rest } = withFragments(own, ["expandable-title", "expandable-body"]);
      const data = { properties: { defaultExpanded: { type: "boolean" } }, additionalProperties: false };
      return { ...rest, properties: { ...properties, data: { type: "object", ...data } } };
    },
  },
  DocumentInlineButton: {
    because:
      "Buttons may search or ask since, and lead nowhere then. The later version says that they have a label, and that they have nothing but where they lead: nothing is both.",
    schema: () => ({
      type: "object",
      properties: {
        object: { enum: ["inline"] },
        type: { enum: ["button"] },
        isVoid: { enum: [true] },
        data: {
          type: "object",
          properties: {
            label: { type: "string" },
            kind: { enum: ["primary", "secondary"] },
            icon: { type: "string" },
            ref: { $ref: "#/components/schemas/ContentRef" },
            action: {
              type: "object",
              properties: { action: { type: "string" }, query: { type: "string" } },
              required: ["action"],
              additionalProperties: false,
            },
          },
          required: ["label", "kind"],
          anyOf: [{ required: ["ref"] }, { required: ["action"] }],
        },
      },
      required: ["object", "type", "data", "isVoid"],
    }),
  },
  DocumentBlocksTopLevels: { because: HOLDS_ANY, schema: () => anyBlock },
  ...Object.fromEntries(
    HOLDERS.map((name) => [
      name,
      { because: HOLDS_ANY, schema: (own: Schemas) => items(own[name], anyBlock) },
    ]),
  ),
  DocumentInlineLink: {
    because: "It holds text alone there; ours holds what the text has, such as pictures.",
    schema: ({ DocumentInlineLink: own }) => items(own, anyInline),
  },
  DocumentInlineAnnotation: {
    because: "As above.",
    schema: ({ DocumentInlineAnnotation: own }) => withFragments(items(own, anyInline), ["annotation-body"]),
  },
  DocumentBlock: {
    because:
      "The older version has no news and no prompts, and the later one lists its prompts in other lists alone.",
    schema: ({ DocumentBlock: own }) => ({ oneOf: withBlocks(own, ["Updates", "Update", "Prompt"]) }),
  },
  DocumentTableRecord: {
    because:
      "The value of an image column is a reference there and, by another choice of the same list, one with more to it.",
    schema: ({ DocumentTableRecord: own }) => firstOf(own),
  },
  PlainObject: {
    because:
      "Without its type it matches texts and numbers too, and then no value is exactly one of what it may be.",
    schema: ({ PlainObject: own }) => ({ type: "object", ...own }),
  },
};

/** The choices of a list of blocks, and these. */
function withBlocks(own: ContractSchema | undefined, names: readonly string[]): object[] {
  const { oneOf = [] } = (own ?? {}) as { readonly oneOf?: readonly object[] };
  const added = names.map((name) => ({ $ref: `#/components/schemas/DocumentBlock${name}` }));
  return [...new Map([...oneOf, ...added].map((choice) => [JSON.stringify(choice), choice])).values()];
}

/** The same, where any of several choices will do. */
function firstOf(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"oneOf":', '"anyOf":')) as object;
}

function nullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullable);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable: isNullable, ...rest } = schema as Record<string, unknown>;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, nullable(value)]));
  return isNullable === true ? { anyOf: [plain, { type: "null" }] } : plain;
}

/** What reads a document as clients of a version do. */
function readerOf(version: "older" | "later", schemas: Schemas): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: false, validateSchema: false, code: { optimize: false } });
  addFormats.default(ajv);
  for (const format of ["emoji", "icon"]) ajv.addFormat(format, true);
  const differing = Object.entries(DIFFERENCES)
    .filter(([, { of = version }]) => of === version)
    .map(([name, { schema }]) => [name, schema(schemas)]);
  const all = nullable({ ...schemas, ...Object.fromEntries(differing) });
  ajv.addSchema({ $id: "documents", components: { schemas: all } } as object);
  return ajv.compile({ $ref: "documents#/components/schemas/JSONDocument" });
}

const readers = new Map<string, ValidateFunction>();

function violations(document: unknown, version: "older" | "later", schemas: () => Schemas): string[] {
  // Once there is one: most files of tests see none.
  const validate = readers.get(version) ?? readerOf(version, schemas());
  readers.set(version, validate);
  if (validate(document)) return [];
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`,
  );
}

/** What of a value is no document of the public API; empty when it is one. */
export const documentViolations = (document: unknown): string[] =>
  violations(document, "older", () => contract.components.schemas);

/** The same, as clients of the later version read it. */
export const laterDocumentViolations = (document: unknown): string[] =>
  violations(document, "later", () => laterContract().components.schemas);
