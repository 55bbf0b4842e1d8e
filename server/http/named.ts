/** Schemas that the OpenAPI document has once, under names; all others work with whole schemas. */
import { type TObject, type TObjectOptions, type TProperties, type TSchema, Type } from "typebox";

export { named, nameOf } from "../../engine/schemaName.ts";

/** Beside TypeBox's own marks, as the names are. */
const EXTENDS = "~extends";
const SHAPE = "~shape";

/** What clients send: an object without any other field, so that a mistyped one is told and not lost. */
export function closed<P extends TProperties>(fields: P, options: TObjectOptions = {}): TObject<P> {
  return Type.Object(fields, { ...options, additionalProperties: false });
}

/** What a schema has beyond another one that has a name. */
export interface Extension {
  readonly base: TObject;
  readonly own: TObject;
}

/** An object with the fields of a named one and its own; the document says so instead of repeating them. */
export function extended<B extends TProperties, O extends TProperties>(
  base: TObject<B>,
  own: O,
  options: { readonly description?: string } = {},
): TObject<B & O> {
  const whole = Type.Object({ ...base.properties, ...own }, options);
  const value: Extension = { base, own: Type.Object(own, options) };
  return Object.defineProperty(whole, EXTENDS, { value, configurable: true }) as never;
}

/** What a schema extends, and by what; undefined for one that stands by itself. */
export function extensionOf(schema: object): Extension | undefined {
  return (schema as { readonly [EXTENDS]?: Extension })[EXTENDS];
}

/**
 * A value that is made by us, and neither checked nor filtered: what has others of its kind in it, such as pages, and
 * what is kept as text. The document has its shape, and every answer of every test is held against that.
 */
export function asIs<T>(shape: TSchema | { readonly $ref: string }) {
  return inDocument(Type.Unsafe<T>({}), shape);
}

/** A schema that the document tells in another form, such as fewer words. */
export function inDocument<T extends TSchema>(schema: T, shape: object): T {
  return Object.defineProperty(schema, SHAPE, { value: shape, configurable: true });
}

/** The same, of a shape that has a name, and has this in it or stands in a room above. */
export function asNamed<T>(name: string) {
  return asIs<T>({ $ref: `#/components/schemas/${name}` });
}

/** What the document has in the place of a schema that says nothing itself. */
export function shapeOf(schema: object): object | undefined {
  return (schema as { readonly [SHAPE]?: object })[SHAPE];
}
