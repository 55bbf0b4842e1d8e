/** Which server a command talks to, and as whom: as it is told, or as the environment says, or by the last login. */
import { type ClientSettings, readClientSettings } from "../env.ts";
import type { Console } from "./console.ts";
import { CommandMisuse } from "./console.ts";
import { type Logins, readLogins } from "./logins.ts";

export interface Remote {
  /** Without a slash at its end, and without `/v1`. */
  readonly url: string;
  readonly token: string;
}

interface ConnectionOptions {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
}

export const URL_OPTION = ["--url <address>", "go through the running server at this address"] as const;
export const TOKEN_OPTION = ["--token <token>", "an API token of that server"] as const;

/**
 * The server that a command goes through which could do without one; undefined when none is named. A login names none
 * where the environment names an installation.
 * @throws CommandMisuse when it is named and no token is known
 */
export function remoteOf(options: ConnectionOptions, env: Console["env"]): Remote | undefined {
  const settings = readClientSettings(env);
  const isNamed = Object.values([options.url, options.token, settings.url]).some((one) => one !== undefined);
  // Logins are somebody's own: who works on an installation may not even read them.
  if (!isNamed && settings.namesInstallation) return undefined;
  const logins = readLogins(settings.folder);
  if (!isNamed && logins.current === undefined) return undefined;
  return connect(options, settings, logins);
}

/** The server that a command needs. @throws CommandMisuse when none is named, or no token is known */
export function connectionOf(options: ConnectionOptions, env: Console["env"]): Remote {
  const settings = readClientSettings(env);
  return connect(options, settings, readLogins(settings.folder));
}

/** An address as people give it, in the one form that is kept. @throws CommandMisuse when it is none */
export function addressOf(url: string, name = "--url"): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new CommandMisuse(`${name} has to be an address such as http://127.0.0.1:4000, not "${url}".`);
  }
  return new URL(url).href.replace(/\/+$/, "").replace(/\/v1$/, "");
}

function connect(options: ConnectionOptions, settings: ClientSettings, logins: Logins): Remote {
  const named = settings.url === undefined ? undefined : addressOf(settings.url, "LECTERN_URL");
  const url = options.url === undefined ? (named ?? logins.current) : addressOf(options.url);
  if (url === undefined) {
    throw new CommandMisuse(
      "Name the server: --url <its address> and --token <an API token>, or LECTERN_URL and LECTERN_TOKEN, or run lectern login <its address>.",
    );
  }
  // A token of the environment belongs to the server that the environment names: no other one gets to see it.
  const isElsewhere = named !== undefined && named !== url;
  const token = options.token ?? (isElsewhere ? undefined : settings.token) ?? logins.servers[url]?.token;
  if (token === undefined) {
    throw new CommandMisuse(
      `No token for ${url} is known: give both --url and --token, set LECTERN_TOKEN, or run lectern login ${url}.`,
    );
  }
  return { url, token };
}
