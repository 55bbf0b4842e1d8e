/** `lectern login` and `lectern logout`: a token by way of the browser (RFC 8628), and its end (RFC 7009). */
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { readClientSettings } from "../env.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { addressOf } from "./connection.ts";
import { type Console, CommandMisuse } from "./console.ts";
import { untilInterrupted } from "./interrupt.ts";
import { loginsFile, readLogins, writeLogins } from "./logins.ts";

const PROGRAM = "lectern";
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** How much longer to wait between two questions when the server says so: milliseconds. */
const SLOWER = 5000;

/** Adds both. */
export function addLogin(lectern: Command, console: Console): void {
  lectern
    .command("login")
    .description("Let this machine act for you on a server: approve it in your browser")
    .argument("[url]", "the server's address; LECTERN_URL or the last login by default")
    .option("--scope <scopes...>", "limit the token to these; without it, the token can do all that you can")
    .action((url: string | undefined, { scope = [] }: { scope?: string[] }) => login(console, url, scope));
  lectern
    .command("logout")
    .description("Revoke and delete the token from login")
    .argument("[url]", "the server's address; LECTERN_URL or the last login by default")
    .action((url: string | undefined) => logout(console, url));
}

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete?: string;
  /** Seconds, both. */
  readonly expires_in: number;
  readonly interval?: number;
}

interface GrantedToken {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
}

async function login(console: Console, url: string | undefined, scopes: readonly string[]): Promise<void> {
  const settings = readClientSettings(console.env);
  const server = serverOf(console, url);
  const granted = await untilInterrupted("Interrupted: not logged in.", async (signal) => {
    const codes = await begin(server, scopes, signal);
    console.print(`Open ${codes.verification_uri} and type the code ${codes.user_code}`);
    const { verification_uri_complete: complete } = codes;
    if (complete !== undefined) console.print(`or open ${complete} and compare it.`);
    console.note("Waiting until you have approved it there. Ctrl-C gives up.");
    return awaitToken(server, codes, signal);
  });
  const expiresAt = new Date(Date.now() + granted.expires_in * 1000).toISOString();
  const { servers } = readLogins(settings.folder);
  const token = granted.access_token;
  writeLogins(settings.folder, { current: server, servers: { ...servers, [server]: { token, expiresAt } } });
  console.print(
    `Logged in to ${server} until ${expiresAt.slice(0, 10)}. ${loginsFile(settings.folder)} has the token.`,
  );
}

function serverOf(console: Console, url: string | undefined): string {
  if (url !== undefined) return addressOf(url, "The address");
  const settings = readClientSettings(console.env);
  const known = settings.url ?? readLogins(settings.folder).current;
  if (known !== undefined) return addressOf(known, "LECTERN_URL");
  throw new CommandMisuse("Name the server by its address, such as lectern login https://docs.example.com.");
}

async function begin(server: string, scopes: readonly string[], signal: AbortSignal): Promise<Codes> {
  // The server takes letters, digits, spaces, dots and dashes.
  const machine = hostname()
    .replace(/[^\p{L}\p{N} ._-]/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 40);
  const { status, body } = await post(
    server,
    "/oauth/device",
    {
      client_id: PROGRAM,
      ...(machine === "" ? {} : { device_name: machine }),
      ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    },
    signal,
  );
  if (status === 200 && typeof body["device_code"] === "string") return body as unknown as Codes;
  throw new StartRefused(refusalOf(server, status, body));
}

/** Asks until somebody has decided, no faster than the server likes. */
async function awaitToken(server: string, codes: Codes, signal: AbortSignal): Promise<GrantedToken> {
  let pace = (codes.interval ?? 5) * 1000;
  const end = performance.now() + codes.expires_in * 1000;
  const fields = { grant_type: GRANT, client_id: PROGRAM, device_code: codes.device_code };
  while (performance.now() < end) {
    await wait(pace, undefined, { signal }).catch(() => signal.throwIfAborted());
    // A connection that fails says nothing about the answer; RFC 8628 has clients ask more seldom then.
    const asked = await post(server, "/oauth/token", fields, signal).catch((error: unknown) => {
      if (error instanceof Unreached) return undefined;
      throw error;
    });
    const error = asked?.body["error"];
    if (asked?.status === 200) return asked.body as unknown as GrantedToken;
    // A proxy that has heard enough says so without the words of the protocol.
    const isSlower = asked === undefined || asked.status === 429 || asked.status >= 500;
    if (isSlower || error === "slow_down") pace += SLOWER;
    else if (error === "access_denied") throw new StartRefused("It was denied: not logged in.");
    else if (error === "expired_token") break;
    else if (error !== "authorization_pending")
      throw new StartRefused(refusalOf(server, asked.status, asked.body));
  }
  throw new StartRefused("Nobody approved it within ten minutes. Run lectern login again.");
}

class Unreached extends StartRefused {}

interface FormAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** @throws Unreached when there is no answer; the signal's reason */
async function post(
  server: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<FormAnswer> {
  try {
    const response = await fetch(server + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "error",
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    return { status: response.status, body: objectIn(text) };
  } catch (error) {
    signal?.throwIfAborted();
    const cause = (error as { cause?: { message?: string } }).cause?.message ?? String(error);
    throw new Unreached(`${server} can't be reached: ${cause}.`);
  }
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function refusalOf(server: string, status: number, { error_description: said }: FormAnswer["body"]): string {
  return typeof said === "string"
    ? `${server} answers ${status}: ${said}`
    : `${server} answers ${status}, and not as Lectern does: check the address.`;
}

async function logout(console: Console, url: string | undefined): Promise<void> {
  const { folder, url: set } = readClientSettings(console.env);
  const { current, servers } = readLogins(folder);
  if (Object.keys(servers).length === 0 && (url ?? set) === undefined)
    throw new StartRefused("You are logged in to no server.");
  const server = serverOf(console, url);
  const { [server]: known, ...others } = servers;
  if (known === undefined) throw new StartRefused(`You are not logged in to ${server}.`);
  const revoked = await post(server, "/oauth/revoke", { token: known.token }).catch(() => undefined);
  writeLogins(folder, { current: current === server ? undefined : current, servers: others });
  if (revoked?.status !== 200) {
    throw new StartRefused(
      `The token is forgotten here, but ${server} did not revoke it: revoke it at ${server}/account, or it works until ${known.expiresAt.slice(0, 10)}.`,
    );
  }
  console.print(`Logged out of ${server}: the token is revoked and forgotten.`);
}
