/** A running server, as the command line talks to it: through its API, with a token. */
import { Readable } from "node:stream";
import { StartRefused } from "../ports/start-refused.ts";
import type { Remote } from "./connection.ts";
import { onlyOne } from "./findSpace.ts";

interface Named {
  readonly id: string;
  readonly title: string;
  /** Of an organization. */
  readonly hostname?: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | Blob | Readable;
  readonly signal?: AbortSignal;
}

/** Asks the server. @throws StartRefused with what it says, when it refuses or can't be reached; the signal's reason */
export async function ask({ url, token }: Remote, path: string, sent: Sent = {}): Promise<Response> {
  const { method = "GET", headers = {}, body, signal } = sent;
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    // Followed, it would take what is sent to whoever it names.
    redirect: "manual",
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : body instanceof Readable ? streamOf(body) : { body }),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    const cause = (error as { cause?: { message?: string } }).cause?.message ?? String(error);
    throw new StartRefused(`${url} can't be reached: ${cause}.`);
  });
  if (response.ok) return response;
  const to = response.headers.get("location");
  if (to !== null) throw new StartRefused(`${url} redirects to ${to}: give the server's own address.`);
  throw new StartRefused(`${url} answers ${response.status}: ${await messageOf(response)}`);
}

function streamOf(body: Readable): object {
  return { body: Readable.toWeb(body), duplex: "half" };
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return text.slice(0, 200);
  }
}

/** The id of the space that is named by its id or by its title. */
export async function remoteSpace(
  remote: Remote,
  name: string,
  organization: string | undefined,
): Promise<string> {
  const found: Named[] = [];
  for (const { id } of await remoteOrganizations(remote, organization)) {
    const spaces = await listAll(remote, `/orgs/${id}/spaces`);
    found.push(...spaces.filter((space) => space.id === name || space.title === name));
  }
  return onlyOne(found.find(({ id }) => id === name) ?? found, "space", name).id;
}

/** Makes a space and gives its id. */
export async function addRemoteSpace(
  remote: Remote,
  title: string,
  organization: string | undefined,
): Promise<string> {
  const { id } = onlyOne(await remoteOrganizations(remote, organization), "organization", organization);
  const made = await ask(remote, `/orgs/${id}/spaces`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title }),
  });
  return ((await made.json()) as Named).id;
}

/** Puts a space that was made in vain into the trash. Why that was is what counts: nothing else is said. */
export async function removeRemoteSpace(remote: Remote, id: string): Promise<void> {
  await ask(remote, `/spaces/${id}`, { method: "DELETE" }).catch(() => undefined);
}

async function remoteOrganizations(remote: Remote, name: string | undefined): Promise<Named[]> {
  const all = await listAll(remote, "/orgs");
  if (name === undefined) return all;
  const named = all.find(({ id, hostname }) => id === name || hostname === name);
  return named === undefined ? all.filter(({ title }) => title === name) : [named];
}

async function listAll(remote: Remote, path: string): Promise<Named[]> {
  const items: Named[] = [];
  for (let page: string | undefined = ""; page !== undefined;) {
    const query: string = page === "" ? "" : `&page=${encodeURIComponent(page)}`;
    const answer = await ask(remote, `${path}?limit=1000${query}`);
    const body = (await answer.json()) as { items: Named[]; next?: { page: string } };
    items.push(...body.items);
    page = body.next?.page;
  }
  return items;
}
