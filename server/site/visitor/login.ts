/** Where visitors sign in: at the address that the site's owner gives. */
import type { PublishedSite } from "../reading/publishedSite.ts";

/**
 * The login of a site with the path to come back to, or nothing where the site has none.
 * @param path below the site's address, beginning with a slash
 */
export function loginAddress({ auth }: PublishedSite, path: string): string | undefined {
  if (auth?.fallbackUrl === undefined) return undefined;
  const url = new URL(auth.fallbackUrl);
  url.searchParams.set("location", path);
  return url.href;
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
