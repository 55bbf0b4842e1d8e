/** Which site an address means, by its form alone. */

export interface Located {
  readonly organization: string;
  readonly basename: string;
  /** The site's path prefix, with both slashes. */
  readonly basePath: string;
  /** What follows the prefix: no leading slash, still percent-encoded. */
  readonly rest: string;
}

const NAME = "([a-zA-Z0-9][a-zA-Z0-9-]*)";
const SHARED = new RegExp(`^/${NAME}/${NAME}(?:/(.*))?$`, "s");
const OWN_HOST = new RegExp(`^/${NAME}(?:/(.*))?$`, "s");

/**
 * Reads `/<organization>/<site>/…` on the shared origin, or `/<site>/…` on an organization's host below the domain.
 * undefined: this is no site's address.
 * @param path the raw path, without a query
 */
export function locate(host: string, path: string, sitesDomain: string | undefined): Located | undefined {
  if (sitesDomain === undefined) return onSharedOrigin(path);
  const name = host.toLowerCase();
  const suffix = `.${sitesDomain.replace(/:\d+$/, "")}`;
  const bare = name.replace(/:\d+$/, "");
  if (!bare.endsWith(suffix)) return undefined;
  const organization = bare.slice(0, -suffix.length);
  const match = OWN_HOST.exec(path);
  if (organization === "" || organization.includes(".") || match === null) return undefined;
  const basename = match[1] as string;
  return { organization, basename, basePath: `/${basename}/`, rest: match[2] ?? "" };
}

function onSharedOrigin(path: string): Located | undefined {
  const match = SHARED.exec(path);
  if (match === null) return undefined;
  const [, organization, basename, rest] = match as unknown as [string, string, string, string | undefined];
  return { organization, basename, basePath: `/${organization}/${basename}/`, rest: rest ?? "" };
}

/** A path decoded once; undefined when it isn't valid, or holds what no address of ours holds. */
export function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    const odd =
      decoded.includes("\0") || decoded.includes("\\") || decoded.split("/").some((part) => part === "..");
    return odd ? undefined : decoded;
  } catch {
    return undefined;
  }
}
