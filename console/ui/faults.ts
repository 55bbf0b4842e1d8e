import { LecternError } from "../../sdk/src/index.ts";

/** What was refused of a form, by field, and what is said of none of them. */
export interface Faults {
  /** The sentence for a field, or for something inside of it. */
  readonly of: (field: string) => string | undefined;
  /** The sentence for the whole. */
  readonly rest: string | undefined;
}

/** The sentences of an error, where they belong. @param fields those that the form shows */
export function faultsOf(error: Error | null | undefined, fields: readonly string[]): Faults {
  const details = error instanceof LecternError ? error.details : [];
  const isAt = (path: string, field: string) => path === `/${field}` || path.startsWith(`/${field}/`);
  const isShown =
    details.length > 0 && details.every(({ path }) => fields.some((field) => isAt(path, field)));
  return {
    of: (field) => {
      const found = details.find(({ path }) => isAt(path, field));
      return found === undefined ? undefined : sentence(found.message);
    },
    rest: error && !isShown ? error.message : undefined,
  };
}

/** "must be longer" as it stands below a field. */
export function sentence(text: string): string {
  const [first = "", ...rest] = text;
  const all = first.toUpperCase() + rest.join("");
  return /[.!?]$/.test(all) ? all : `${all}.`;
}
