/** The real program as a process of its own, built as an operator builds it, with data of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, inject } from "vitest";
import { builtOnce, wholeProgram } from "./builds.ts";
import { databaseUrl, onServer } from "./databases.ts";
import { newFolder } from "./folders.ts";
import { expectDeclared } from "./ownAnswers.ts";

/** Longer than any start takes on a busy machine; a test that waits for it has failed. */
const PATIENCE_MS = 150_000;

/** Of the process, in which several may be open. */
let folders = 0;

export class Program {
  readonly #checkout: string;
  readonly #folder: string;
  readonly #started: Run[] = [];
  readonly #databases: string[] = [];

  private constructor(checkout: string) {
    this.#checkout = checkout;
    this.#folder = newFolder("program");
  }

  /**
   * Builds it, unless another file of tests has.
   * @param options `docs`: how much of our documentation a first start finds; two pages, unless said
   */
  static async build(options: { docs?: "few" | "all" } = {}): Promise<Program> {
    const checkout = inject("builds");
    await builtOnce("program", async () => {
      const build = spawn(process.execPath, ["bin/build.js"], {
        cwd: checkout,
        stdio: ["ignore", "inherit", "inherit"],
      });
      const [code] = await once(build, "exit");
      if (code !== 0) throw new Error(`The build ended with ${code}.`);
    });
    return new Program(options.docs === "all" ? await wholeProgram() : checkout);
  }

  /** What is built. */
  get dist(): string {
    return join(this.#checkout, "dist");
  }

  /**
   * The settings of a new, empty installation on the database of the running project. `{ migrated: false }`: a server's
   * database is without tables, too, which take longer to make than most of what is tested.
   */
  async install({ migrated = true } = {}): Promise<Record<string, string>> {
    const folder = join(this.#folder, `data-${++folders}`);
    const databases = inject("databases");
    const settings = { LECTERN_DATA_DIR: folder, PORT: "0" };
    if (databases.dialect === "sqlite") return settings;
    const name = `lectern_program_${process.pid}_${folders}`;
    const template = migrated ? databases.template : "template0";
    await onServer(databases.url, `create database ${name} template ${template} strategy file_copy`);
    this.#databases.push(name);
    return { ...settings, LECTERN_DATABASE_URL: databaseUrl(databases.url, name) };
  }

  /** A folder for a test's own files. */
  folder(): string {
    const folder = join(this.#folder, `files-${++folders}`);
    mkdirSync(folder);
    return folder;
  }

  /** Starts it with these settings and no others. */
  start(settings: Record<string, string>, args: readonly string[] = ["start"]): Run {
    const { PATH = "", HOME = "" } = process.env;
    const child = spawn(process.execPath, ["bin/lectern.js", ...args], {
      cwd: join(this.#checkout, "image"),
      env: { PATH, HOME, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const run = new Run(child);
    this.#started.push(run);
    return run;
  }

  /** Ends what was started and removes everything. @throws when one has answered what it doesn't declare */
  async remove(): Promise<void> {
    for (const run of this.#started) await run.kill();
    const databases = inject("databases");
    if (databases.dialect === "postgres") {
      for (const name of this.#databases) await onServer(databases.url, `drop database ${name} with (force)`);
    }
    rmSync(this.#folder, { recursive: true, force: true });
    expectDeclared();
  }
}

/** One process of the program. */
export class Run {
  readonly child: ChildProcess;
  /** The lines on standard output so far. */
  readonly printed: string[] = [];
  /** What went to standard error so far. */
  logged = "";
  /** The exit code, null after a signal; settles when both outputs have ended. */
  readonly ended: Promise<number | null>;
  readonly #addresses: Promise<{ app: string; site: string }>;

  constructor(child: ChildProcess) {
    this.child = child;
    this.ended = once(child, "close").then(([code]) => code as number | null);
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.logged += text;
    });
    this.#addresses = new Promise((found, failed) => {
      const late = setTimeout(() => failed(new Error(`Not ready: ${this.logged}`)), PATIENCE_MS);
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
        this.printed.push(line);
        const app = this.valueOf("API reference")?.replace(/\/docs$/, "");
        const site = this.valueOf("Site");
        if (app !== undefined && site !== undefined) found({ app, site });
      });
      void this.ended.then((code) => {
        clearTimeout(late);
        failed(new Error(`It ended with ${code}: ${this.logged}`));
      });
    });
    // Whoever doesn't wait for the addresses asks for the end.
    this.#addresses.catch(() => undefined);
  }

  /** The value of a printed line, by what it begins with. */
  valueOf(name: string): string | undefined {
    const line = this.printed.find((text) => text.startsWith(`${name} `));
    return line?.slice(name.length).trim().split(/\s/)[0];
  }

  /** Waits until it serves. @throws with its log when it ends before */
  ready(): Promise<{ app: string; site: string }> {
    return this.#addresses;
  }

  /** Asks it to stop and gives the exit code. */
  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }

  /** Ends it at this instant, as a loss of power would. */
  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  /** Ends it in the same way at some instant within `ms`, in the midst of whatever it does. */
  async killWithin(ms: number): Promise<void> {
    await new Promise((done) => setTimeout(done, Math.random() * ms));
    await this.kill();
  }
}

/** Holds that a run said why it ended, in one line, and nothing else. */
export function expectOneLine(run: Run, line: RegExp): void {
  expect(run.printed).toEqual([]);
  expect(run.logged.trimEnd()).toMatch(line);
  expect(run.logged.trimEnd().split("\n")).toHaveLength(1);
}
