import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { addressesOf } from "./ports/databaseAddress.ts";
import { tokenChecksumOk } from "./ports/tokens.ts";
import { StartRefused } from "./ports/start-refused.ts";
import { refuseContradictions } from "./settingContradictions.ts";
import { refuseUnknownNames, type StrayName, strayNames } from "./settingNames.ts";

/** One setting: how it is read, what it is when unset, and a sentence for the documentation. */
interface Setting<T> {
  readonly name: string;
  readonly about: string;
  /** Shown in the table for an unset setting. */
  readonly unset: string;
  readonly read: (text: string | undefined) => T;
}

/** Reads a setting's text. @param name for the sentence that refuses it */
type ReadSetting<T> = (text: string | undefined, name: string) => T;

function setting<T>(name: string, unset: string, about: string, read: ReadSetting<T>): Setting<T> {
  return { name, about, unset, read: (text) => read(text, name) };
}

const optional = (text: string | undefined): string | undefined => text;

const lines = (text: string | undefined): string[] =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function whole(fallback: number, least: number, most: number): ReadSetting<number> {
  return (text, name) => {
    if (text === undefined) return fallback;
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < least || value > most) {
      throw new StartRefused(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
    }
    return value;
  };
}

/** Read in megabytes, given in bytes. */
function megabytes(fallback: number, least: number, most: number): ReadSetting<number> {
  const read = whole(fallback, least, most);
  return (text, name) => read(text, name) * 1024 * 1024;
}

function url(...schemes: readonly string[]): ReadSetting<string | undefined> {
  return (text, name) => {
    if (text === undefined) return undefined;
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol)) {
      throw new StartRefused(
        `${name} must be an address that begins with ${schemes.map((s) => `${s}//`).join(" or ")}.`,
      );
    }
    return text.replace(/\/+$/, "");
  };
}

/** The address of a PostgreSQL database, which may name several hosts. */
function servers(text: string | undefined, name: string): string | undefined {
  const [one] = (text !== undefined && addressesOf(text)) || [];
  return one === undefined ? url("postgres:", "postgresql:")(text, name) : text?.replace(/\/+$/, "");
}

function flag(text: string | undefined, name: string): boolean {
  if (text === undefined || text === "0") return false;
  if (text === "1") return true;
  throw new StartRefused(`${name} must be 1 or 0, not "${text}".`);
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
const DAY = 24 * 3600;

/** What a process does: all there is, or of several on one database one part. */
export const PROCESS_ROLES = ["all", "api", "sites", "jobs"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

function processRole(text: string | undefined, name: string): ProcessRole {
  const role = PROCESS_ROLES.find((each) => each === (text ?? "all"));
  if (role !== undefined) return role;
  throw new StartRefused(`${name} must be one of ${PROCESS_ROLES.join(", ")}, not "${text}".`);
}

function founders(text: string | undefined, name: string): "everybody" | "operator" {
  if (text === undefined || text === "everybody") return "everybody";
  if (text === "operator") return text;
  throw new StartRefused(`${name} must be everybody or operator, not "${text}".`);
}

function address(text: string | undefined, name: string): string | undefined {
  if (text !== undefined && !/^[^\s@]+@[^\s@]+$/.test(text)) {
    throw new StartRefused(`${name} must be an e-mail address, not "${text}".`);
  }
  return text;
}

/** An address, or a name with it in angle brackets, as mail programs write it. */
function sender(text: string | undefined, name: string): string | undefined {
  if (
    text !== undefined &&
    !/^(?:[^\s@<>,;]+@[^\s@<>,;]+|[^<>\r\n]+ <[^\s@<>,;]+@[^\s@<>,;]+>)$/.test(text)
  ) {
    throw new StartRefused(
      `${name} must be an e-mail address such as docs@example.com, or Docs <docs@example.com>, not ${JSON.stringify(text)}.`,
    );
  }
  return text;
}

/** What an Authorization header carries unchanged, and the caller's end takes. */
const SENDABLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?$/;

function adminToken(text: string | undefined, name: string): string | undefined {
  if (text !== undefined && text.length < 20) {
    throw new StartRefused(`${name} must be 20 characters or longer.`);
  }
  if (text !== undefined && !SENDABLE.test(text)) {
    throw new StartRefused(`${name} must be at most 500 characters of ASCII, without a space at either end.`);
  }
  if (text !== undefined && !tokenChecksumOk(text)) {
    throw new StartRefused(`${name} looks like a Lectern token, but is mistyped: its checksum is wrong.`);
  }
  return text;
}

function logLevel(text: string | undefined, name: string): string {
  if (text !== undefined && !LOG_LEVELS.includes(text)) {
    throw new StartRefused(`${name} must be one of ${LOG_LEVELS.join(", ")}, not "${text}".`);
  }
  return text ?? "info";
}

/** Reads a domain name, with a port where it has one. @param name for the sentence that refuses it */
function domain(text: string | undefined, name: string): string | undefined {
  if (text !== undefined && !/^([a-z0-9-]+\.)*[a-z0-9-]+(:\d+)?$/.test(text)) {
    throw new StartRefused(`${name} must be a domain name such as docs.example.com, not "${text}".`);
  }
  return text;
}

/** Networks that have a name. */
const NAMED_NETWORKS = new Set(["loopback", "linklocal", "uniquelocal"]);

function proxies(text: string | undefined, name: string): string[] {
  const parts = (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) {
    if (NAMED_NETWORKS.has(part) || ipaddr.isValid(part) || ipaddr.isValidCIDR(part)) continue;
    throw new StartRefused(
      `${name} must be addresses or networks such as 10.0.0.0/8, separated by commas; "${part}" is none.`,
    );
  }
  return parts;
}

/** Origins as a content security policy writes them: nothing in them ends the directive or begins another. */
function origins(text: string | undefined, name: string): string[] {
  const parts = (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) {
    if (/^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/.test(part)) continue;
    throw new StartRefused(
      `${name} must be origins such as https://app.example.com or https://*.example.com, separated by commas; "${part}" is none.`,
    );
  }
  return parts;
}

/** Every setting there is. The names are the environment's; each can also be given as `<name>_FILE`. */
export const settingsTable = {
  host: setting(
    "HOST",
    "127.0.0.1",
    "Address to listen on; 0.0.0.0 for every network.",
    (text) => text ?? "127.0.0.1",
  ),
  port: setting(
    "PORT",
    "4000",
    "Port of the API and of sign-in; 0 takes a free one.",
    whole(4000, 0, 65_535),
  ),
  sitesPort: setting(
    "LECTERN_SITES_PORT",
    "PORT + 1",
    "Port of the published sites: another origin, so that no page reaches an editor's credentials.",
    (text, name) => (text === undefined ? undefined : whole(0, 0, 65_535)(text, name)),
  ),
  dataDir: setting(
    "LECTERN_DATA_DIR",
    "./data",
    "Folder of the database, the files and the secret.",
    (text) => resolve(text ?? "./data"),
  ),
  databaseUrl: setting(
    "LECTERN_DATABASE_URL",
    "SQLite in the data folder",
    "`postgres://user:password@host/database` for PostgreSQL; without a name, PostgreSQL takes the database that is called like the user. Separate the hosts of a cluster that fails over with commas.",
    servers,
  ),
  databaseReadUrl: setting(
    "LECTERN_DATABASE_READ_URL",
    "none",
    "The same of a streaming replica of that PostgreSQL: content and search are read there, as far as it has them.",
    servers,
  ),
  blobUrl: setting(
    "LECTERN_BLOB_URL",
    "the data folder",
    "`s3://bucket?endpoint=…&region=…` for files in S3; credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    url("s3:"),
  ),
  publicUrl: setting(
    "LECTERN_PUBLIC_URL",
    "http://HOST:PORT",
    "Address at which people reach the API, if it is behind a proxy.",
    url("http:", "https:"),
  ),
  sitesUrl: setting(
    "LECTERN_SITES_URL",
    "http://HOST:LECTERN_SITES_PORT",
    "Address at which readers reach the published sites, if they are behind a proxy.",
    url("http:", "https:"),
  ),
  sitesDomain: setting(
    "LECTERN_SITES_DOMAIN",
    "none",
    "Domain below which each organization has its own host: `<organization>.<domain>/<site>/`.",
    domain,
  ),
  adminEmail: setting(
    "LECTERN_ADMIN_EMAIL",
    "admin@localhost",
    "Address of the first administrator, on the first start.",
    address,
  ),
  adminToken: setting(
    "LECTERN_ADMIN_TOKEN",
    "generated and printed once; into a log, one for 24 hours",
    "API token of the first administrator, 20 to 500 characters of ASCII, without an end. Only the very first start reads it.",
    adminToken,
  ),
  secret: setting(
    "LECTERN_SECRET",
    "generated into the data folder",
    "Key for signing and encrypting. Keep it: without it, encrypted fields of a backup can't be read.",
    optional,
  ),
  formerSecrets: setting(
    "LECTERN_FORMER_SECRETS",
    "none",
    "Earlier values of LECTERN_SECRET, one a line. Lectern can still read what was encrypted or signed with them.",
    lines,
  ),
  smtpUrl: setting(
    "LECTERN_SMTP_URL",
    "e-mail is written to the log",
    "Mail server for sending e-mail: `smtp://user:password@host:587`.",
    url("smtp:", "smtps:"),
  ),
  mailFrom: setting(
    "LECTERN_MAIL_FROM",
    "required with LECTERN_SMTP_URL",
    "Sender of e-mail: `docs@example.com`, or `Docs <docs@example.com>`.",
    sender,
  ),
  trustedProxies: setting(
    "LECTERN_TRUSTED_PROXIES",
    "none",
    "Addresses or networks of your proxies, separated by commas. Lectern accepts X-Forwarded-For and X-Forwarded-Host only from these.",
    proxies,
  ),
  stopDelay: setting(
    "LECTERN_STOP_DELAY",
    "0",
    "Seconds that a stopping server goes on answering while `/readyz` says 503, so that a proxy can turn to another server first.",
    whole(0, 0, 600),
  ),
  rateLimit: setting(
    "LECTERN_RATE_LIMIT",
    "6000",
    "Points a minute for each token (a read costs 1, a write 5, search, import and PDF 20); 0 turns it off.",
    whole(6000, 0, 1_000_000_000),
  ),
  allowPrivateNetwork: setting(
    "LECTERN_ALLOW_PRIVATE_NETWORK",
    "0",
    "1 allows imports, webhooks, Git Sync and other outgoing requests to use private and loopback addresses, and http.",
    flag,
  ),
  purgeUrl: setting(
    "LECTERN_PURGE_URL",
    "none",
    "Address that Lectern notifies of changed pages, for a content delivery network. The network can then keep pages for an hour.",
    url("http:", "https:"),
  ),
  purgeToken: setting(
    "LECTERN_PURGE_TOKEN",
    "none",
    "Token for that address, sent as `Authorization: Bearer`.",
    optional,
  ),
  translatorUrl: setting(
    "LECTERN_TRANSLATOR_URL",
    "none",
    "Address of the service that translates pages.",
    url("http:", "https:"),
  ),
  translatorSecret: setting(
    "LECTERN_TRANSLATOR_SECRET",
    "requests are not signed",
    "Key that signs requests to the translator.",
    optional,
  ),
  trustHostnames: setting(
    "LECTERN_TRUST_HOSTNAMES",
    "0",
    "1 serves sites at any hostname that an organization's administrators choose, without a proof in the DNS.",
    flag,
  ),
  founders: setting(
    "LECTERN_FOUNDERS",
    "everybody",
    "Who makes organizations: everybody with an account, or with `operator` the command `lectern org create` alone.",
    founders,
  ),
  integrations: setting(
    "LECTERN_INTEGRATIONS_URL",
    "none",
    "Origin at which integrations answer requests, on the port of the sites: another host than the sites', or `https://*.integrations.example.com` to give each integration its own host.",
    origins,
  ),
  embedders: setting(
    "LECTERN_EMBEDDERS",
    "none",
    "Origins, separated by commas, that can show pages of sites in frames, at `~/embed/`.",
    origins,
  ),
  gitHubs: setting(
    "LECTERN_GITHUB_URLS",
    "none",
    "Origins of GitHub Enterprise Servers, separated by commas, on which organizations can create a GitHub App, in addition to github.com.",
    origins,
  ),
  memory: setting(
    "LECTERN_MEMORY",
    "96",
    "Megabytes of memory for caches. The process needs some 200 MB in addition.",
    megabytes(96, 8, 65_536),
  ),
  gitCache: setting(
    "LECTERN_GIT_CACHE",
    "2048",
    "Megabytes in the data folder for the repositories of Git Sync, which are kept only to make syncs faster. The one that was unused longest is removed first.",
    megabytes(2048, 16, 1_048_576),
  ),
  role: setting(
    "LECTERN_ROLE",
    "all",
    "The work of this process, if several share one PostgreSQL: all, api, sites or jobs.",
    processRole,
  ),
  runners: setting(
    "LECTERN_RUNNERS",
    "8",
    "Number of processes that run scripts of integrations; 0 turns scripts off.",
    whole(8, 0, 100),
  ),
  clockOffset: setting(
    "LECTERN_CLOCK_OFFSET",
    "0",
    "Seconds added to the clock, to test what happens later, such as the end of retention.",
    whole(0, -3650 * DAY, 3650 * DAY),
  ),
  logLevel: setting("LECTERN_LOG_LEVEL", "info", `One of ${LOG_LEVELS.join(", ")}.`, logLevel),
} as const;

export type Settings = {
  readonly [Key in keyof typeof settingsTable]: ReturnType<(typeof settingsTable)[Key]["read"]>;
} & {
  /** The usual `AWS_*` variables, for files in S3. */
  readonly credentials: Readonly<Record<string, string | undefined>>;
  /** What is set without being read, where a setting was meant. */
  readonly strays: readonly StrayName[];
};

/** What commands that talk to a server read, wherever they run: no settings of an installation. */
export interface ClientSettings {
  /** The server's address. */
  readonly url: string | undefined;
  readonly token: string | undefined;
  /** The user's folder for what programs remember. */
  readonly folder: string;
  /** Whether the environment names an installation of this machine. */
  readonly namesInstallation: boolean;
}

const CLIENT_NAMES = ["LECTERN_URL", "LECTERN_TOKEN"] as const;

/** Reads them. @throws StartRefused with one line for a bad value */
export function readClientSettings(env: Readonly<Record<string, string | undefined>>): ClientSettings {
  const config = env["XDG_CONFIG_HOME"];
  // The specification of these folders: a path that is not absolute counts as none.
  const folder = config && isAbsolute(config) ? config : join(env["HOME"] || homedir(), ".config");
  return {
    url: url("http:", "https:")(valueOf(env, "LECTERN_URL"), "LECTERN_URL"),
    token: valueOf(env, "LECTERN_TOKEN"),
    folder: join(folder, "lectern"),
    namesInstallation: Boolean(env["LECTERN_DATA_DIR"] || env["LECTERN_DATABASE_URL"]),
  };
}

/**
 * Reads the settings.
 * @throws StartRefused with one line for an unknown `LECTERN_*` name or a bad value
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const table = Object.entries(settingsTable) as [keyof Settings, Setting<unknown>][];
  const names = [...table.map(([, { name }]) => name), ...CLIENT_NAMES];
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  refuseUnknownNames(env, known);
  const credentials = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("AWS_")));
  const settings = table.map(([key, { name, read }]) => [key, read(valueOf(env, name))]);
  const strays = strayNames(
    env,
    table.map(([, { name }]) => name),
  );
  const read = { ...Object.fromEntries(settings), credentials, strays } as unknown as Settings;
  refuseContradictions(read);
  return read;
}

function valueOf(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const direct = env[name];
  const file = env[`${name}_FILE`];
  if (direct && file) throw new StartRefused(`${name} and ${name}_FILE are both set; keep one.`);
  if (!file) return direct === "" ? undefined : direct;
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new StartRefused(`${name}_FILE names ${file}, which can't be read.`);
  }
}
