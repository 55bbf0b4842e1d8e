import { ExpressionError } from "./problem.ts";
import { forbiddenNames } from "./syntax.ts";

export type Primitive = string | number | boolean | null | undefined;
/** An array or a plain object of the data, or an array that the expression made. */
type Composite = readonly unknown[] | Readonly<Record<string, unknown>>;
export type Value = Primitive | Composite;

/**
 * An own property by its descriptor, so that neither getters nor prototypes are ever asked.
 * Undefined when there is none.
 * @throws ExpressionError for names that lead out of the data, and for values that are not data.
 */
export function readOwn(object: object, key: string): Value {
  const descriptor = describe(object, key);
  if (descriptor === undefined) return undefined;
  if (!("value" in descriptor)) throw notData(`"${key}" is not a value.`);
  return asValue(descriptor.value);
}

/** Whether an object or array has an own property. */
export function hasOwn(object: object, key: string): boolean {
  return describe(object, key) !== undefined;
}

function describe(object: object, key: string): PropertyDescriptor | undefined {
  if (forbiddenNames.has(key)) throw notData(`"${key}" can't be read.`);
  return Reflect.getOwnPropertyDescriptor(object, key);
}

/** @throws ExpressionError for what is neither JSON nor undefined. */
export function asValue(value: unknown): Value {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
    case "undefined":
      return value;
    case "object":
      if (value === null || isArray(value) || isPlain(value)) return value as Value;
      throw notData("Only texts, numbers, booleans, arrays and plain objects can be read.");
    default:
      throw notData("Only texts, numbers, booleans, arrays and plain objects can be read.");
  }
}

export function isComposite(value: Value): value is Composite {
  return typeof value === "object" && value !== null;
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Reflect.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function notData(message: string): ExpressionError {
  return new ExpressionError("not-readable", message);
}
