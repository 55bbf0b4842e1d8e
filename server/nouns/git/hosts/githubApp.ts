/**
 * GitHub Apps: each organization here makes its own, by a manifest that it is asked for on GitHub. Such an App is
 * private: only the account that has it can install it, so an installation of it belongs to nobody else.
 */
import { importPKCS8, SignJWT } from "jose";
import { createPrivateKey } from "node:crypto";
import type { Row } from "../../../db/schema.ts";
import type { Addresses, Deps } from "../../../deps.ts";
import type { Secrets } from "../../../ports/secrets.ts";
import { askHost, HostRefused } from "./ask.ts";
import { github } from "./github.ts";
import { idAt, listAt, numberAt, textAt } from "./payload.ts";
import { WEBHOOK_PATH } from "./secret.ts";

/** How long a token for the App itself is good, and how far our clock may be ahead of GitHub's; seconds. */
const GOOD_FOR = 9 * 60;
const AHEAD = 60;
const LONGEST_NAME = 34;

type App = Pick<Row<"git_apps">, "id" | "origin" | "app_id" | "key">;

/** What GitHub is asked to make. @param id ours, which its webhook's address has */
export function appManifest(
  { app }: Addresses,
  { id, organization, title }: { readonly id: string; readonly organization: string; readonly title: string },
): object {
  return {
    name: `Lectern ${title}`.slice(0, LONGEST_NAME),
    url: app,
    hook_attributes: { url: `${app}${WEBHOOK_PATH}/apps/${organization}/${id}`, active: true },
    redirect_url: `${app}/git/apps/made`,
    setup_url: `${app}/git/apps/installed`,
    setup_on_update: false,
    public: false,
    default_permissions: { contents: "write", metadata: "read", pull_requests: "write", statuses: "write" },
    default_events: ["push", "pull_request"],
  };
}

/** Where GitHub is asked to. @param account an organization of GitHub; "": whoever is signed in there */
export function manifestAddress(origin: string, account: string, state: string): string {
  const of = account === "" ? "" : `/organizations/${encodeURIComponent(account)}`;
  return `${origin}${of}/settings/apps/new?state=${encodeURIComponent(state)}`;
}

/** An App as GitHub has made it. */
export interface MadeApp {
  readonly appId: string;
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly hookSecret: string;
}

const baseOf = (origin: string): string => github.base(origin) as string;

/** Takes what GitHub has made, by the code that it gave for it, once. @throws HostRefused */
export async function takeApp(deps: Deps, origin: string, code: string): Promise<MadeApp> {
  const asked = { host: github, base: baseOf(origin), authorization: undefined };
  const path = `/app-manifests/${encodeURIComponent(code)}/conversions`;
  const said = await askHost(deps, asked, { method: "POST", path });
  const [appId, name, url] = [idAt(said, "id"), textAt(said, "name"), textAt(said, "html_url")];
  const [key, hookSecret] = [textAt(said, "pem"), textAt(said, "webhook_secret")];
  const isWhole = appId && name && url && key && hookSecret && url.startsWith(`${origin}/`);
  if (!isWhole) throw new HostRefused("refused", "GitHub has answered without the App that it made.");
  return { appId, name, url, key, hookSecret };
}

const sealedAt = (column: "key" | "hook_secret", id: string): string => `git_apps|${column}|${id}`;

export function sealOfApp(secrets: Secrets, column: "key" | "hook_secret", id: string, text: string): string {
  return secrets.seal(text, sealedAt(column, id));
}

export function openHookSecretOfApp(
  secrets: Secrets,
  { id, hook_secret }: Pick<Row<"git_apps">, "id" | "hook_secret">,
): string {
  return Buffer.from(secrets.open(hook_secret, sealedAt("hook_secret", id))).toString();
}

/** Who asks is the App itself. GitHub gives its key in PKCS #1. */
async function asApp({ secrets, clock }: Pick<Deps, "secrets" | "clock">, app: App) {
  const pem = Buffer.from(secrets.open(app.key, sealedAt("key", app.id)));
  const key = createPrivateKey(pem).export({ type: "pkcs8", format: "pem" }).toString();
  const now = Math.floor(clock.now() / 1000);
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "RS256" })
    .setIssuedAt(now - AHEAD)
    .setExpirationTime(now + GOOD_FOR)
    .setIssuer(app.app_id)
    .sign(await importPKCS8(key, "RS256"));
  return { host: github, base: baseOf(app.origin), authorization: `Bearer ${token}` };
}

/** An account that has installed the App. */
export interface AppAccount {
  readonly installation: string;
  readonly account: string;
}

/** Where an App is installed, as GitHub says: what a browser brings back is not believed. @throws HostRefused */
export async function listAppAccounts(deps: Deps, app: App): Promise<AppAccount[]> {
  const said = await askHost(deps, await asApp(deps, app), {
    method: "GET",
    path: "/app/installations?per_page=100",
  });
  return listAt(said).flatMap((one) => {
    const [installation, account] = [numberAt(one, "id"), textAt(one, "account", "login")];
    const isSuspended = textAt(one, "suspended_at") !== undefined;
    if (installation === undefined || account === undefined || isSuspended) return [];
    return [{ installation: String(installation), account }];
  });
}

/**
 * A token for one repository, or one that reads what the App is installed on; good for an hour. It is made for each run,
 * and kept nowhere.
 * @param name `owner/name`; undefined: of all
 * @throws HostRefused
 */
export async function mintToken(
  deps: Pick<Deps, "secrets" | "clock" | "fetch">,
  app: App,
  installation: string,
  name: string | undefined,
  signal?: AbortSignal,
): Promise<string> {
  const path = `/app/installations/${encodeURIComponent(installation)}/access_tokens`;
  const body =
    name === undefined
      ? { permissions: { contents: "read", metadata: "read" } }
      : { repositories: [name.split("/").at(-1)] };
  const said = await askHost(deps, await asApp(deps, app), { method: "POST", path, body }, signal);
  const token = textAt(said, "token");
  if (token === undefined) throw new HostRefused("failed", "GitHub has answered without a token.");
  return token;
}
