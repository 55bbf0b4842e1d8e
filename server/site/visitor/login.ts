/** Where visitors sign in: at the address that the site's owner gives. */
import { askScript } from "../../nouns/installations/ask.ts";
import { integrationOfId } from "../../nouns/integrations/queries.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import type { Deps } from "../../deps.ts";
import type { PublishedSite } from "../reading/publishedSite.ts";

/**
 * The login of a site with the path to come back to, or nothing where the site has none. Where an integration signs
 * visitors in it is the site's own door, which asks it.
 * @param path below the site's address, beginning with a slash
 * @param base the site's path prefix, with both slashes
 */
export function loginAddress({ auth }: PublishedSite, path: string, base: string): string | undefined {
  if (auth?.integration !== undefined)
    return `${base}~/auth/login?${new URLSearchParams({ location: path }).toString()}`;
  if (auth?.fallbackUrl === undefined) return undefined;
  const url = new URL(auth.fallbackUrl);
  url.searchParams.set("location", path);
  return url.href;
}

/**
 * Where an integration sends a visitor to sign in; undefined where it sends them nowhere.
 * @param path as above
 */
export async function loginByIntegration(
  deps: Deps,
  { site, auth }: PublishedSite,
  path: string,
): Promise<string | undefined> {
  const { integration: id, installation: installationId } = auth?.integration ?? {};
  const integration = id === undefined ? undefined : await integrationOfId(deps.db.read, id);
  if (integration === undefined || installationId === undefined) return undefined;
  const { organization_id } = site;
  const place = { installation: { organization_id, id: installationId }, site: site.id, depth: 1 };
  const event = { type: "fetch_visitor_authentication", installationId, siteId: site.id, location: path };
  try {
    const { status, headers } = await askScript(deps, integration, { event }, place);
    const { location } = headers;
    if (status < 300 || status > 399 || typeof location !== "string" || !URL.canParse(location))
      return undefined;
    const { protocol, href } = new URL(location);
    return protocol === "https:" || protocol === "http:" ? href : undefined;
  } catch (error) {
    if (error instanceof ScriptFailure) return undefined;
    throw error;
  }
}

/** The path that a login shall lead back to; the site's first page for what is none below the site. */
export function safeLocation(asked: string | null): string {
  // A second slash, or a backslash that browsers take for one, begins a host.
  return asked !== null && asked.length <= 2048 && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked) ? asked : "/";
}

/** What a path asks of the visitors' door: `~/auth/login`, `~/auth/logout`, or nothing. */
export function doorOf(rest: readonly string[]): "login" | "logout" | undefined {
  const [prefix, service, name, ...more] = rest;
  if ((prefix !== "~" && prefix?.toLowerCase() !== "~gitbook") || service !== "auth" || more.length > 0) {
    return undefined;
  }
  return name === "login" || name === "logout" ? name : undefined;
}
