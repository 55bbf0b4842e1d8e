/** Looking into what a host says: every part may be missing, or be something else. */
import type { HostEvent, HostFile, HostRepository, OpenedProposal } from "./host.ts";

/** The value at a path of names; undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string | number, unknown>)[name];
  }
  return found;
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = path.length === 0 ? value : at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** An id as hosts have them, numbers or texts. */
export function idAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) ? (found as number) : undefined;
}

/** The whole id of a commit; what isn't one is not believed, since it goes into addresses. */
export function commitAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = textAt(value, ...path);
  return found !== undefined && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(found) ? found : undefined;
}

/** A pull request that a host tells of; an address that is none leads nowhere. */
export function proposalAt(
  value: unknown,
  number: string,
  ...address: readonly string[]
): OpenedProposal | undefined {
  const [found, url] = [numberAt(value, number), textAt(value, ...address)];
  if (found === undefined || url === undefined || !/^https?:\/\//.test(url)) return undefined;
  return { number: found, url };
}

/** Whether a pull request comes from the repository itself: anybody may call the branch of a fork as one is called here. */
export function isWithin(request: unknown, from: readonly string[], to: readonly string[]): boolean {
  const source = idAt(request, ...from);
  return source !== undefined && source === idAt(request, ...to);
}

/** A branch that points at no commit has gone. */
export function pushed(payload: unknown): HostEvent {
  const ref = textAt(payload, "ref");
  const commit = textAt(payload, "after");
  if (ref === undefined) return { kind: "look" };
  return { kind: "push", ref, commit: commit === undefined || /^0+$/.test(commit) ? undefined : commit };
}

/** Texts of a list, each at a path of names. */
export function textsAt(list: readonly unknown[], ...path: readonly (string | number)[]): string[] {
  return list.flatMap((one) => textAt(one, ...path) ?? []);
}

/** Those of a list that can be read. */
export function readAll<Value>(
  list: readonly unknown[],
  read: (one: unknown) => Value | undefined,
): readonly Value[] {
  return list.flatMap((one) => read(one) ?? []);
}

/** A repository; an address that is none leads nowhere. */
export function repositoryAt(
  value: unknown,
  { id, name, url, branch }: Readonly<Record<"id" | "name" | "url" | "branch", readonly string[]>>,
): HostRepository | undefined {
  const [found, full, address] = [idAt(value, ...id), textAt(value, ...name), textAt(value, ...url)];
  if (found === undefined || full === undefined || address === undefined) return undefined;
  if (!URL.canParse(address)) return undefined;
  return { id: found, name: full, url: address, defaultBranch: textAt(value, ...branch) };
}

/** A file; what has no id or no size is none. */
export function fileAt(
  value: unknown,
  { name, sha }: { readonly name: string; readonly sha: string },
  path = textAt(value, "path"),
): HostFile | undefined {
  const [id, size] = [textAt(value, sha), numberAt(value, "size")];
  if (path === undefined || id === undefined || size === undefined) return undefined;
  return { name: textAt(value, name) ?? path.slice(path.lastIndexOf("/") + 1), path, sha: id, size };
}

/** A path of an API: each part is one, whatever it holds. */
export function pathOf(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join("");
}

/** The same of a path with slashes, which stay; "" for none. */
export const within = (path: string): string => (path === "" ? "" : pathOf(...path.split("/")));

/** The first characters of a text, and a sign where there are more. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
