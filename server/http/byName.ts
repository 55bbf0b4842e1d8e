import { type Static, type TSchema, Type } from "typebox";

interface Names {
  readonly pattern: string;
  readonly maxLength: number;
  /** What a name looks like, for whoever sends another. */
  readonly description: string;
}

interface NamedValues {
  readonly maxProperties: number;
  readonly description?: string;
}

/** Values by name; the names are checked as well as the values, and refused in words. */
export const byName = <T extends TSchema>(value: T, names: Names, values: NamedValues) =>
  Type.Unsafe<Record<string, Static<T>>>({
    type: "object",
    additionalProperties: value,
    propertyNames: { type: "string", ...names },
    ...values,
  });
