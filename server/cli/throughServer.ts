/** A running server, as commands work through it: its API by the client library, with a token. */
import type { Lectern } from "../../sdk/src/index.ts";
import { StartRefused } from "../ports/start-refused.ts";
import type { Remote } from "./connection.ts";
import { onlyOne } from "./findSpace.ts";

export type { Lectern };

/** Retries of a request that a person waits for: fewer than long work makes, so that they soon learn that the server is down. */
const FEW_RETRIES = 2;

/**
 * Works through a server. @param isLong whether the work goes on over many requests
 * @throws StartRefused with what the server says, when it refuses or can't be reached
 */
export async function throughServer<T>(
  remote: Remote,
  work: (lectern: Lectern) => Promise<T>,
  isLong = false,
): Promise<T> {
  const { createLectern, LecternError } = await import("../../sdk/src/index.ts");
  try {
    return await work(opened(() => createLectern(isLong ? remote : { ...remote, retries: FEW_RETRIES })));
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    // What came of no answer names the address itself.
    const said = error.status === 0 || error.type === "unknown";
    throw new StartRefused(said ? error.message : `${remote.url} answers ${error.status}: ${error.message}`);
  }
}

/** @throws StartRefused with what is wrong with the address or the token */
function opened(open: () => Lectern): Lectern {
  try {
    return open();
  } catch (error) {
    throw new StartRefused((error as Error).message);
  }
}

/** The id of the space that is named by its id or by its title. @throws StartRefused when it is none, or several */
export async function findSpaceThere(
  lectern: Lectern,
  name: string,
  organization: string | undefined,
): Promise<string> {
  // Who names the id needs a token for the space alone.
  const named = await lectern.spaces.get(name).catch(unlessUnknown);
  if (named !== undefined) return named.id;
  const found: { readonly id: string; readonly title: string }[] = [];
  for (const { id } of await organizationsThere(lectern, organization)) {
    for await (const space of lectern.spaces.list(id, { limit: LARGEST_PAGE })) {
      if (space.title === name) found.push(space);
    }
  }
  return onlyOne(found, "space", name).id;
}

/** Nothing for an id that is nobody's, or that is none. */
function unlessUnknown(error: unknown): undefined {
  const { status } = error as { readonly status?: number };
  if (status !== 404 && status !== 400) throw error;
  return undefined;
}

/** The site that a command names by its id or by its title, with its organization. @throws StartRefused */
export async function findSiteThere(
  lectern: Lectern,
  name: string,
  organization: string | undefined,
): Promise<{ readonly organizationId: string; readonly siteId: string }> {
  const found: { readonly id: string; readonly title: string; readonly organizationId: string }[] = [];
  for (const { id: organizationId } of await organizationsThere(lectern, organization)) {
    for await (const site of lectern.sites.list(organizationId, { limit: LARGEST_PAGE })) {
      if (site.id === name || site.title === name) found.push({ ...site, organizationId });
    }
  }
  const { id, organizationId } = onlyOne(found.find((one) => one.id === name) ?? found, "site", name);
  return { organizationId, siteId: id };
}

/** Makes a space and gives its id. @throws StartRefused when no organization is named and there are several */
export async function addSpaceThere(
  lectern: Lectern,
  title: string,
  organization: string | undefined,
): Promise<string> {
  const { id } = onlyOne(await organizationsThere(lectern, organization), "organization", organization);
  return (await lectern.spaces.create(id, { title })).id;
}

/** Pages of a list as large as they may be, so that there are few. */
export const LARGEST_PAGE = 1000;

/** The organizations that the token sees, or the one that is named. */
export async function organizationsThere(lectern: Lectern, name: string | undefined) {
  const all = [];
  for await (const organization of lectern.organizations.list({ limit: LARGEST_PAGE }))
    all.push(organization);
  if (name === undefined) return all;
  const named = all.find(({ id, hostname }) => id === name || hostname === name);
  return named === undefined ? all.filter(({ title }) => title === name) : [named];
}
