/** Addresses of PostgreSQL databases. */

/** The address as PostgreSQL's own tools take it: `postgres://user:password@one:5432,two:5432/database`. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s;

/**
 * The address of the database on each of its servers, in the order in which they are named.
 * @returns undefined where it is none
 */
export function addressesOf(url: string): readonly string[] | undefined {
  const [, before = "", hosts = "", after = ""] = ADDRESS.exec(url) ?? [];
  const each = hosts.split(",").map((host) => before + host + after);
  const isSound = before !== "" && each.every((one) => URL.canParse(one));
  return isSound && (each.length === 1 || hosts.split(",").every((host) => host !== "")) ? each : undefined;
}
