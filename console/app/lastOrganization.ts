import { recall, remember } from "../../design/script/memory.ts";

const KEY = "lectern:organization";

/** Notes where somebody was, for the next time that they come without an address. */
export function rememberOrganization(id: string | undefined): void {
  if (id !== undefined) remember("local", KEY, id);
}

/** The id of the organization that somebody was in last. */
export function lastOrganization(): string | undefined {
  return recall("local", KEY);
}
