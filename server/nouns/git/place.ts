/** Where a repository is, as people write it, and what is asked for it. */
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { invalidField } from "../../http/errors.ts";
import { PRIVATE_NETWORK } from "../../ports/fetch.ts";
import { isBranchName } from "../../ports/git/repository.ts";
import type { Secrets } from "../../ports/secrets.ts";

type Provider = Row<"git_connections">["provider"];

/** The user names that hosts want beside a token. */
const USERNAMES: Readonly<Record<Provider, string>> = {
  github: "x-access-token",
  gitlab: "oauth2",
  gitea: "oauth2",
  bitbucket: "x-token-auth",
  git: "git",
};

export function usernameFor(provider: Provider, given: string | undefined): string {
  return given ?? USERNAMES[provider];
}

/** Where the hosts are that everybody means by their names. */
const ORIGINS: Readonly<Partial<Record<Provider, string>>> = {
  github: "https://github.com",
  gitlab: "https://gitlab.com",
  bitbucket: "https://bitbucket.org",
};

export function originFor(provider: Provider): string | undefined {
  return ORIGINS[provider];
}

/** An address of a repository without what may be left out of it: what two spellings of one place have alike. */
export function bareAddress(address: string): string {
  const bare = address.replace(/(?<!\/)\/+$|\.git\/*$/g, "");
  // Those hosts don't tell names by their case; of others nobody knows.
  return Object.values(ORIGINS).some((origin) => bare.startsWith(`${origin}/`)) ? bare.toLowerCase() : bare;
}

/** The address of a host or a repository without what is no part of it. @throws 400 naming the field */
export function readAddress({ fetch }: Pick<Deps, "fetch">, text: string, field: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url === undefined || !isPlain || !fetch.permits(text))
    throw invalidField(
      field,
      `must be an https address on a public host, without a user name, a token or a query: those belong into their own fields. ${PRIVATE_NETWORK}`,
    );
  return url;
}

/** The address of a repository, as it is kept. @throws 400 */
export function repositoryAddress(deps: Pick<Deps, "fetch">, text: string): string {
  const field = "/providerConfiguration/url";
  const url = readAddress(deps, text, field);
  const path = url.pathname.replace(/\/+$/, "");
  if (path === "") throw invalidField(field, "must name the repository, not the host alone.");
  return url.origin + path;
}

/** @throws 400 */
export function refuseBranch(name: string): void {
  if (isBranchName(name)) return;
  throw invalidField(
    "/providerConfiguration/branch",
    'must be the full name of a branch, like "refs/heads/main".',
  );
}

/** What is only looked at may be at any name. @throws 400 */
export function refuseRef(name: string): void {
  const [, rest = ""] = /^refs\/(.+)$/.exec(name) ?? [];
  if (isBranchName(`refs/heads/${rest}`)) return;
  throw invalidField("/ref", 'must be the full name of a ref, like "refs/pull/7/head".');
}

/** `owner/name`, as people call a repository. */
export function repositoryName(url: string): string {
  return new URL(url).pathname.replace(/^\/+|\/+$|\.git\/*$/g, "");
}

/** The branch of what a space proposes: another name would leave the one before behind. */
export const proposalBranch = ({ space_id }: Pick<Row<"git_installations">, "space_id">): string =>
  `refs/heads/lectern/${space_id}`;

/** A branch as people name it. */
export const shortBranch = (branch: string): string => branch.replace("refs/heads/", "");

/** Where the console shows how an installation stands. */
export const placeInConsole = ({
  organization_id,
  space_id,
  site_id,
}: Pick<Row<"git_installations">, "organization_id" | "space_id" | "site_id">): string =>
  site_id === null ? `/s/${space_id}/~/git` : `/o/${organization_id}/sites/${site_id}/git`;

/** Where the console shows what a pull request would change, as no revision to go back to. */
export const placeOfPreview = (
  { space_id }: Pick<Row<"git_installations">, "space_id">,
  revision: string,
): string => `/s/${space_id}/~/revisions/${revision}?proposed`;

/** A folder of a repository, as it is kept: "" or "a/b". @throws 400 */
export function readDirectory(text: string): string {
  const parts = text
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/+$/, "")
    .split("/");
  if (parts.length === 1 && (parts[0] === "" || parts[0] === ".")) return "";
  // oxlint-disable-next-line no-control-regex
  const isName = (part: string): boolean => !/^\.{0,2}$|^\.git$|[\\\u0000-\u001f\u007f]/i.test(part);
  if (!parts.every(isName))
    throw invalidField(
      "/projectDirectory",
      'must be a folder of the repository, like "docs" or "packages/a/docs".',
    );
  return parts.join("/").normalize("NFC");
}

/** The place that a connection's token is sealed for. */
const sealedAt = (id: string): string => `git_connections|secret|${id}`;

export function sealToken(secrets: Secrets, id: string, token: string): string {
  return secrets.seal(token, sealedAt(id));
}

/** What is sent to a connection's host. */
export function openCredentials(
  secrets: Secrets,
  { id, username, secret }: Pick<Row<"git_connections">, "id" | "username" | "secret">,
): { readonly username: string; readonly secret: string } {
  return { username, secret: Buffer.from(secrets.open(secret, sealedAt(id))).toString() };
}
