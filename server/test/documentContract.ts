/** The public API's schema of documents, widened by what any block may hold in pages. */
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { contract } from "./publicContract.ts";

const { components } = contract;

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
const items = (name: string, schema: object) => ({
  ...components.schemas[name],
  properties: { ...components.schemas[name]?.properties, nodes: { type: "array", items: schema } },
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

const withFragments = (
  schema: (typeof components.schemas)[string] | undefined,
  names: readonly string[],
) => ({
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

/**
 * Where documents differ from that document because a later version of it has more, by the schema. One server speaks to
 * clients of both: these leave what they don't know to those who do.
 */
const LATER: Record<string, { readonly because: string; readonly schema: object }> = {
  DocumentBlockUpdates: {
    because: "News are blocks of their own since, made of one block a day.",
    schema: block("updates", {
      properties: { format: { enum: ["numeric", "full", "short"] } },
      required: ["format"],
    }),
  },
  DocumentBlockUpdate: {
    because: "As above; its date is a time, and its tags refer to those of the revision.",
    schema: block("update", {
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
      "Prompts are blocks of their own since. There they hold one block of code; ours hold what the text has.",
    schema: block("prompt", {
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
    because: "It may be open from the start since.",
    schema: {
      ...withFragments(components.schemas["DocumentBlockExpandable"], [
        "expandable-title",
        "expandable-body",
      ]),
      properties: {
        ...withFragments(components.schemas["DocumentBlockExpandable"], [
          "expandable-title",
          "expandable-body",
        ]).properties,
        data: {
          type: "object",
          properties: { defaultExpanded: { type: "boolean" } },
          additionalProperties: false,
        },
      },
    },
  },
  DocumentInlineButton: {
    because: "Buttons may search or ask since, and lead nowhere then.",
    schema: {
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
    },
  },
};

/** The blocks that there are, those of a later version among them. */
const withLater = new Map(
  [
    ...(components.schemas["DocumentBlock"] as unknown as { readonly oneOf: readonly object[] }).oneOf,
    ...["Updates", "Update", "Prompt"].map((name) => ({ $ref: `#/components/schemas/DocumentBlock${name}` })),
  ].map((choice) => [JSON.stringify(choice), choice]),
).values();

/** The same, where any of several choices will do. */
function firstOf(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"oneOf":', '"anyOf":')) as object;
}

/**
 * Schemas of that document with "what may stand in what" widened to every block and every inline; the types, their
 * fields and their values are as strict as they are there.
 */
const WIDENED_DOCUMENT: Record<string, object> = {
  // Without its type it matches texts and numbers too, and then no value is exactly one of what it may be.
  PlainObject: { type: "object", ...components.schemas["PlainObject"] },
  DocumentBlocksTopLevels: anyBlock,
  ...Object.fromEntries(HOLDERS.map((name) => [name, items(name, anyBlock)])),
  // Inlines hold text alone there.
  DocumentInlineLink: items("DocumentInlineLink", anyInline),
  DocumentInlineAnnotation: withFragments(items("DocumentInlineAnnotation", anyInline) as never, [
    "annotation-body",
  ]),
  ...Object.fromEntries(Object.entries(LATER).map(([name, { schema }]) => [name, schema])),
  DocumentBlock: { oneOf: [...withLater] },
  // There the value of an image column is a reference and, by another choice of the same list, one with more to it.
  DocumentTableRecord: firstOf(components.schemas["DocumentTableRecord"]),
};

const ajv = new Ajv({ strict: false, allErrors: false, validateSchema: false, code: { optimize: false } });
addFormats.default(ajv);
for (const format of ["emoji", "icon"]) ajv.addFormat(format, true);
ajv.addSchema({
  $id: "documents",
  components: { schemas: nullable({ ...components.schemas, ...WIDENED_DOCUMENT }) },
} as object);
let compiled: ValidateFunction | undefined;

function nullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullable);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable: isNullable, ...rest } = schema as Record<string, unknown>;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, nullable(value)]));
  return isNullable === true ? { anyOf: [plain, { type: "null" }] } : plain;
}

/** What of a value is no document of the public API; empty when it is one. */
export function documentViolations(document: unknown): string[] {
  // Once there is one: most files of tests see none.
  const validate = (compiled ??= ajv.compile({ $ref: "documents#/components/schemas/JSONDocument" }));
  if (validate(document)) return [];
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`,
  );
}
