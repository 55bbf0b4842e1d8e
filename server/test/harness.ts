/** A whole installation for one test file: the real app on a real database, and people to call it with. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Role } from "../access/roles.ts";
import { type AppOptions, buildApp } from "../app.ts";
import type { Deps } from "../deps.ts";
import { jobHandlers, standingJobs } from "../jobs/handlers.ts";
import { openRunner } from "../jobs/runner.ts";
import { assemble } from "../open.ts";
import { BeliefLaw } from "./beliefLaw.ts";
import { buildSites } from "../site/serve.ts";
import { openSession } from "../nouns/sessions/commands.ts";
import { sessionCookieName } from "../nouns/sessions/cookie.ts";
import { openDiskBlobs } from "../ports/blobs-disk.ts";
import { openDns } from "../ports/dns.ts";
import { openFetch } from "../ports/fetch.ts";
import { Git } from "../ports/git/git.ts";
import { newId } from "../ports/ids.ts";
import { printedMail } from "../ports/mail.ts";
import { findWorkerd } from "../ports/scripts/runtime.ts";
import type { ScriptLimits } from "../ports/scripts/room.ts";
import { Scripts } from "../ports/scripts/scripts.ts";
import { openSecrets } from "../ports/secrets.ts";
import { hashToken, newToken } from "../ports/tokens.ts";
import { builtAssets } from "./assets.ts";
import { openTestDatabase, type TestDatabase } from "./databases.ts";
import { newFolder } from "./folders.ts";
import { watchAnswers } from "./ownAnswers.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** The JSON body; tests say what they expect of it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a body is whatever the test asserts it to be
  readonly body: any;
}

export type Visit = Omit<Answer, "body">;

export interface Person {
  readonly id: string;
  readonly token: string;
}

/** Somebody's browser, signed in: it calls below `/-/v1`, as a page of ours does. */
export interface Session {
  readonly cookie: string;
}

interface CallOptions {
  readonly as?: Person | string | Session | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
}

interface WorldOptions {
  /** Points a minute; no limit unless said. */
  readonly rateLimit?: number;
  /** The name server that is asked, address and port; none unless said. */
  readonly nameServer?: () => string;
  /** The store of files, which keeps nothing outside of the folder; on disk unless said. */
  readonly blobs?: (folder: string) => Promise<Deps["blobs"]>;
  /** Whether scripts of integrations run, and within which limits; they don't unless said. */
  readonly runsScripts?: boolean;
  readonly scriptLimits?: Partial<ScriptLimits>;
  /** Whose word on hosts the sites believe. */
  readonly trustedProxies?: readonly string[];
}

/** The level of errors in the log. */
const LOGGED_ERROR = 50;

/** The secret of the installation under test. */
export const TEST_SECRET = "a test secret that is long enough: Zq8-vX2-Lm5-Rt1";

export class World {
  readonly deps: Deps;
  readonly app: FastifyInstance;
  /** Milliseconds that the tests' clock is ahead. */
  ahead = 0;
  #stopped: number | undefined;
  readonly letters: string[] = [];
  /** Lines of the log about requests that failed and shouldn't have. No test ends with one: who causes one takes it. */
  readonly failures: string[] = [];
  /** Hears every line of the log, where a test looks through them. */
  hear: ((line: string) => void) | undefined;
  /** Answers that their operation doesn't declare. No test ends with one. */
  readonly undeclared: string[] = [];
  organization = "";
  readonly #database: TestDatabase;
  readonly #folder: string;
  readonly #trustedProxies: readonly string[];
  readonly #law: BeliefLaw;
  #sites: FastifyInstance | undefined;

  private constructor(database: TestDatabase, folder: string, blobs: Deps["blobs"], options: WorldOptions) {
    this.#database = database;
    this.#law = new BeliefLaw(database.db);
    this.#folder = folder;
    this.#trustedProxies = options.trustedProxies ?? [];
    const fetch = openFetch({ allowPrivateNetwork: true });
    this.deps = assemble({
      db: database.db,
      blobs,
      mail: printedMail((text) => void this.letters.push(text)),
      clock: { now: () => (this.#stopped ?? Date.now()) + this.ahead },
      log: pino({ level: "error" }, { write: (line) => void this.#hear(line) }),
      fetch,
      git: new Git({ fetch, folder: join(folder, "git"), limits: { freeBytes: 0 } }),
      // Nobody is asked outside this machine.
      dns: openDns({ servers: [options.nameServer?.() ?? "127.0.0.1:9"], patience: 250 }),
      scripts: new Scripts({
        workerd: options.runsScripts === true ? findWorkerd() : undefined,
        fetch,
        most: 2,
        // On a busy machine nothing is late that isn't meant to be.
        limits: { answer: 60_000, end: 60_000, ...options.scriptLimits },
      }),
      secrets: openSecrets(TEST_SECRET),
      addresses: { app: "http://app.test", sites: "http://sites.test", sitesDomain: undefined },
    });
    this.app = this.openApp({}, { rateLimit: options.rateLimit ?? 0 });
  }

  /**
   * An app on this installation, each of whose answers is checked against its own schema and against the public contract.
   * Who opens it closes it.
   * @param replaced some of what it is made with
   * @param when does the checks, where answers mustn't wait for them
   */
  openApp(
    replaced: Partial<Deps> = {},
    options: Partial<AppOptions> = {},
    when?: (check: () => void) => void,
  ): FastifyInstance {
    // What a test puts into the world's own later counts for its app too.
    const deps = Object.keys(replaced).length === 0 ? this.deps : { ...this.deps, ...replaced };
    const app = buildApp(deps, { rateLimit: 0, trustedProxies: [], ...options });
    watchAnswers(app, (sentence) => void this.undeclared.push(sentence), when);
    return app;
  }

  /** Jobs fail in tests as they should; what a request leaves in the log is a defect, also after it was answered. */
  #hear(line: string): void {
    this.hear?.(line);
    const said = JSON.parse(line) as { readonly level: number; readonly requestId?: string };
    if (said.requestId !== undefined && said.level >= LOGGED_ERROR) this.failures.push(line);
  }

  static async open(options: WorldOptions = {}): Promise<World> {
    const database = await openTestDatabase();
    const folder = newFolder("test");
    const blobs = await (options.blobs ?? openDiskBlobs)(join(folder, "files"));
    const world = new World(database, folder, blobs, options);
    world.organization = await world.addOrganization("Acme", "acme");
    return world;
  }

  /** Stops the tests' clock until `run`: what is allowed a second must not depend on how long its requests take. */
  stopClock(): void {
    this.#stopped = Date.now();
  }

  runClock(): void {
    this.#stopped = undefined;
  }

  get dialect(): string {
    return this.#database.dialect;
  }

  /** Where the database is, for a program of its own that a test starts beside this one. */
  get place(): Pick<TestDatabase, "url" | "file"> {
    return this.#database;
  }

  async close(): Promise<void> {
    this.#law.close();
    await this.app.close();
    await this.#sites?.close();
    await this.deps.scripts.close();
    await this.deps.fetch.close();
    await this.#database.drop();
    rmSync(this.#folder, { recursive: true });
  }

  async addOrganization(title: string, hostname: string): Promise<string> {
    const id = newId();
    await this.deps.db.transact(async (tx) => {
      await tx
        .insertInto("organizations")
        .values({
          id,
          title,
          hostname,
          type: "business",
          plan: "enterprise_2024",
          created_at: this.deps.clock.now(),
        } as never)
        .execute();
    });
    return id;
  }

  /** A user with a token; a member of the organization unless `role` is undefined. */
  async addPerson(name: string, role?: Role | null, organization = this.organization): Promise<Person> {
    const person = { id: newId(), token: newToken() };
    const now = this.deps.clock.now();
    await this.deps.db.transact(async (tx) => {
      const email = `${name}@example.com`;
      await tx
        .insertInto("users")
        .values({
          id: person.id,
          email,
          email_folded: email.toLowerCase(),
          display_name: name,
          name_folded: name.toLowerCase(),
          created_at: now,
        } as never)
        .execute();
      await tx
        .insertInto("tokens")
        .values({
          id: newId(),
          user_id: person.id,
          label: "test",
          hash: hashToken(person.token),
          created_at: now,
        } as never)
        .execute();
      if (role === undefined) return;
      await tx
        .insertInto("members")
        .values({ organization_id: organization, user_id: person.id, role, joined_at: now } as never)
        .execute();
    });
    return person;
  }

  /** Signs somebody in. */
  async signIn({ id: user }: Pick<Person, "id">): Promise<Session> {
    const { db, clock, addresses } = this.deps;
    const by = { user, method: "password", address: undefined, userAgent: undefined } as const;
    const secret = await db.transact((tx) => openSession(tx, { id: newId(), ...by, now: clock.now() }));
    return { cookie: `${sessionCookieName(addresses)}=${secret}` };
  }

  /** The published world, built when a test first looks at it. */
  visit(path: string, headers: Record<string, string> = {}): Promise<Visit> {
    return this.#ask("GET", path, headers);
  }

  /** Sends something to the published world. */
  send(path: string, payload: string, headers: Record<string, string> = {}): Promise<Visit> {
    return this.#ask("POST", path, headers, payload);
  }

  /** Lets browsers visit the published world too. @returns where, as `address:port` */
  async listenToVisitors(): Promise<string> {
    const sites = this.#openSites();
    await sites.listen({ host: "127.0.0.1", port: 0 });
    return `127.0.0.1:${(sites.server.address() as AddressInfo).port}`;
  }

  #openSites(): FastifyInstance {
    return (this.#sites ??= buildSites(this.deps, { trustedProxies: this.#trustedProxies }, builtAssets()));
  }

  async #ask(
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    payload?: string,
  ): Promise<Visit> {
    const response = await this.#openSites().inject({
      method,
      url: path,
      headers: { host: "sites.test", ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, headers: response.headers, text: response.body };
  }

  /** Calls `/v1` + path. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { as } = options;
    const session = typeof as === "object" && "cookie" in as ? { ...OWN_PAGE, cookie: as.cookie } : undefined;
    const token = typeof as === "string" ? as : as !== undefined && "token" in as ? as.token : undefined;
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const asking = this.app.inject({
      method: method as "GET",
      url: (session === undefined ? "" : "/-") + addressOf(path),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...session,
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const response = await this.#law.during(() => asking);
    const isJson =
      String(response.headers["content-type"]).startsWith("application/json") &&
      response.headers["content-encoding"] === undefined;
    const body: unknown = isJson && response.body !== "" ? JSON.parse(response.body) : undefined;
    return { status: response.statusCode, headers: response.headers, text: response.body, body };
  }

  /** Runs the jobs that are due, one after the other, and gives how many runs that took. */
  runJobs(): Promise<number> {
    return this.#law.during(() => this.#openRunner().drain());
  }

  /** Runs jobs as they become due, as a server does. @returns what ends that, when those under way have ended */
  async startJobs(): Promise<() => Promise<void>> {
    const runner = this.#openRunner();
    await runner.start();
    this.#law.underway++;
    return async () => {
      await runner.stop().finally(() => this.#law.underway--);
    };
  }

  #openRunner() {
    return openRunner(this.deps, jobHandlers(this.deps), standingJobs(this.deps));
  }

  get = (path: string, as?: CallOptions["as"], headers: Record<string, string> = {}): Promise<Answer> =>
    this.call("GET", path, { as, headers });
  post = (
    path: string,
    body: unknown,
    as?: CallOptions["as"],
    headers: Record<string, string> = {},
  ): Promise<Answer> => this.call("POST", path, { as, body, headers });
  put = (
    path: string,
    body: unknown,
    as?: CallOptions["as"],
    headers: Record<string, string> = {},
  ): Promise<Answer> => this.call("PUT", path, { as, body, headers });
  patch = (
    path: string,
    body: unknown,
    as?: CallOptions["as"],
    headers: Record<string, string> = {},
  ): Promise<Answer> => this.call("PATCH", path, { as, body, headers });
  delete = (path: string, as?: CallOptions["as"], headers: Record<string, string> = {}): Promise<Answer> =>
    this.call("DELETE", path, { as, headers });
}

/** What a browser and our own pages send with every call. */
const OWN_PAGE = { "sec-fetch-site": "same-origin", "lectern-console": "1" };

function addressOf(path: string): string {
  return path.startsWith("/v1") || path.startsWith("//") ? path.replace("//", "/") : `/v1${path}`;
}

/** Opens a world before the file's tests and closes it after them. */
export function useWorld(options: WorldOptions = {}): () => World {
  let world: World | undefined;
  beforeAll(async () => {
    world = await World.open(options);
  });
  afterEach(() => {
    const failures = world?.failures.splice(0) ?? [];
    if (failures.length > 0) throw new Error(`Requests failed, says the log:\n${failures.join("")}`);
    const undeclared = world?.undeclared.splice(0) ?? [];
    if (undeclared.length > 0) throw new Error(`Answers aren't as declared:\n${undeclared.join("\n")}`);
  });
  afterAll(async () => {
    await world?.close();
  });
  return () => {
    if (world === undefined) throw new Error("The world opens before the first test.");
    return world;
  };
}
