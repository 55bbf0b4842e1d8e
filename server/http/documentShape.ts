/** The schemas of documents, made of the engine's rows: one for each kind of block and inline. */
import { type TSchema, Type } from "typebox";
import {
  aroundInline,
  BLOCKS,
  FRAGMENTS,
  INLINES,
  type NodeShape,
  TextShape,
} from "../../engine/document/shapes.ts";
import { asIs, asNamed, named } from "./named.ts";

const Fragment = named(
  "DocumentFragment",
  Type.Object({
    object: Type.Literal("fragment"),
    fragment: Type.Optional(Type.String({ description: "Its name." })),
    type: Type.Optional(Type.Enum([...FRAGMENTS])),
    nodes: Type.Array(asNamed("DocumentBlock")),
  }),
);

/** What a node can hold, by what its row says. Blocks of one type are those of that name. */
const held = (nodes: string, words: TSchema): TSchema =>
  nodes === "inlines" ? words : asNamed(nodes === "blocks" ? "DocumentBlock" : nameOfBlock(nodes));

function nodeOf(object: "block" | "inline", type: string, shape: NodeShape, words: TSchema): TSchema {
  const { fields, nodes, fragments } = shape;
  const own = object === "block" ? { key: Type.Optional(Type.String()) } : aroundInline;
  const { data, ...others } = fields;
  return Type.Object({
    object: Type.Literal(object),
    type: Type.Literal(type),
    ...own,
    isVoid: Type.Optional(Type.Boolean()),
    // Rows that carry nothing need no word about it.
    ...(isNothing(data) ? {} : { data }),
    ...others,
    ...(nodes === undefined ? {} : { nodes: Type.Array(held(nodes, words)) }),
    ...(fragments === undefined ? {} : { fragments: Type.Optional(Type.Array(Fragment)) }),
  });
}

const isNothing = (data: TSchema | undefined): boolean =>
  Object.keys((data as { readonly properties?: object } | undefined)?.properties ?? {}).length === 0;

/** Those whose names in the public API aren't their types. */
const NAMES: Readonly<Record<string, string>> = {
  blockquote: "Quote",
  swagger: "OpenAPI",
  "inline-math": "Math",
  "inline-image": "Image",
};

const titled = (type: string): string =>
  NAMES[type] ??
  type
    .split("-")
    .map((word) => (word === "openapi" ? "OpenAPI" : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join("");
const nameOfBlock = (type: string): string => `DocumentBlock${titled(type)}`;

/** One of the nodes, told apart by their type. */
function oneOfTypes(name: string, object: "block" | "inline", rows: object, words: TSchema): TSchema {
  const choices = Object.entries(rows as Readonly<Record<string, NodeShape>>).map(([type, shape]) =>
    named(
      object === "block" ? nameOfBlock(type) : `DocumentInline${titled(type)}`,
      nodeOf(object, type, shape, words),
    ),
  );
  const discriminator = { propertyName: "type" };
  return named(
    name,
    Type.Unsafe<unknown>({ type: "object", discriminator, required: ["type"], oneOf: choices }),
  );
}

/** Text and inlines, wherever they stand. */
const Words = named(
  "DocumentWords",
  Type.Union([TextShape, oneOfTypes("DocumentInline", "inline", INLINES, asNamed("DocumentWords"))]),
);
const Block = oneOfTypes("DocumentBlock", "block", BLOCKS, Words);

/** The document of the API in a body or an answer. What it has in it is read by `readText`, which is more generous. */
export const DocumentShape = named(
  "JSONDocument",
  asIs<unknown>(
    Type.Object(
      { object: Type.Literal("document"), data: Type.Object({}), nodes: Type.Array(Block) },
      {
        description:
          "A text as JSON, as `format=document` answers it. In a request either this or `markdown`.",
      },
    ),
  ),
);
