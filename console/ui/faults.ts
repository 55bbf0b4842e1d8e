import { LecternError } from "../../sdk/src/index.ts";

/** What was refused of a form, by field, and what is said of none of them. */
export interface Faults {
  /** The sentence for a field, or for something inside of it. */
  readonly of: (field: string) => string | undefined;
  /** The sentence for the whole. */
  readonly rest: string | undefined;
}

/** What was refused and is said at its field. */
const said = new WeakSet<object>();

/** Whether fields of a form, drawn before, have said all of a refusal. */
export const isSaid = (error: Error): boolean =>
  error instanceof LecternError && error.details.length > 0 && error.details.every((it) => said.has(it));

/** The sentences of an error, where they belong. @param fields those that the form shows */
export function faultsOf(error: Error | null | undefined, fields: readonly string[]): Faults {
  const details = error instanceof LecternError ? error.details : [];
  const isAt = (path: string, field: string) => path === `/${field}` || path.startsWith(`/${field}/`);
  const isShown =
    details.length > 0 && details.every(({ path }) => fields.some((field) => isAt(path, field)));
  return {
    of: (field) => {
      const found = details.filter(({ path }) => isAt(path, field));
      for (const one of found) said.add(one);
      return found[0] === undefined ? undefined : sentence(found[0].message);
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
