/** Changes that were refused for want of a right: what a tab knows of that right is of before then. */

/** Whose right it was, by the first two keys under which it is kept. */
export interface RefusedPlace {
  readonly of: "space" | "organization";
  readonly id: string;
}

const hearers = new Set<(place: RefusedPlace) => void>();

/** Calls `hear` with what a change was refused in. @returns what ends that */
export function onRefused(hear: (place: RefusedPlace) => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

/** Takes the answer to a request. @param url where it was sent */
export function noteRefused(url: string, { method = "GET" }: RequestInit, { status }: Response): void {
  if (status !== 403 || method === "GET") return;
  const [, path, id] = /\/v1\/(spaces|orgs)\/([\w-]+)/.exec(url) ?? [];
  if (id === undefined) return;
  for (const hear of hearers) hear({ of: path === "spaces" ? "space" : "organization", id });
}
