/**
 * Programs of others that are started often, such as git, are started by a small process of ours. To start one, the system copies the table of
 * all memory that the starter has: a server of 600 MB stands still for 60 ms each time, one of 50 MB for 3. What the
 * small process has started ends with it, and it ends with the server, however that ends.
 */
import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { programOf } from "./worker-program.ts";

/** What is started: all of its surroundings, since it gets nothing of ours. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Where it works. */
  readonly folder: string;
  readonly environment: Readonly<NodeJS.ProcessEnv>;
}

/** A program that runs. */
export interface LaunchedProgram {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it has ended, however that was. */
  readonly ended: Promise<ProgramEnd>;
  /** Ends it, with all that it started. */
  kill(): void;
}

export interface ProgramEnd {
  /** Null when a signal ended it. */
  readonly code: number | null;
  /** The last of what it wrote to its errors. */
  readonly said: string;
  /** It was ended since the process that had started it was, for nothing that it did. */
  readonly isLost?: true;
}

/** What the launcher is told. */
export type LauncherOrder = { readonly start: Launch & { readonly id: number } } | { readonly kill: number };
/** What it tells. */
export type LauncherNews =
  | { readonly started: number; readonly pid: number }
  | { readonly ended: number; readonly end: ProgramEnd }
  | { readonly failed: number; readonly why: string };

/** Both of its streams are connections that begin with a line: the program's number, and which of them it is. */
const STREAM = /^(\d+) (stdin|stdout)$/;

let current: Promise<Launcher> | undefined;

/** @throws Error when it can't be started, with what the system says */
export async function launch(program: Launch): Promise<LaunchedProgram> {
  const forget = (): void => void (current = undefined);
  current ??= Launcher.open(forget).catch((error: unknown) => {
    forget();
    throw error;
  });
  return (await current).launch(program);
}

interface Launching {
  readonly streams: Map<string, Socket>;
  readonly done: (program: LaunchedProgram) => void;
  readonly failed: (why: Error) => void;
  /** Its process, which leads a group; undefined until it runs. */
  pid?: number;
  readonly ended: Promise<ProgramEnd>;
  readonly end: (end: ProgramEnd) => void;
}

class Launcher {
  readonly #child: ReturnType<typeof fork>;
  readonly #server: Server;
  readonly #programs = new Map<number, Launching>();
  #last = 0;

  /** @param onGone is told when it can launch nothing more */
  static async open(onGone: () => void): Promise<Launcher> {
    // For us alone: whoever may connect may be taken for a program.
    const folder = await mkdtemp(join(tmpdir(), "lectern-launcher-"));
    const address = join(folder, "socket");
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((done, failed) => server.once("error", failed).listen(address, done));
    const program = await programOf("launcher");
    const child = fork(fileURLToPath(program), [address], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: {},
      execArgv: ["--max-old-space-size=64"],
    });
    const launcher = new Launcher(child, server);
    const gone = (): void => {
      onGone();
      launcher.#close();
      void rm(folder, { recursive: true, force: true });
    };
    child.once("error", gone).once("exit", gone);
    return launcher;
  }

  private constructor(child: ReturnType<typeof fork>, server: Server) {
    this.#child = child;
    this.#server = server;
    server.unref().on("connection", (socket) => void this.#connected(socket));
    child.on("message", (news: LauncherNews) => this.#heard(news));
    this.#rest();
  }

  launch(program: Launch): Promise<LaunchedProgram> {
    const id = ++this.#last;
    let end: Launching["end"] = () => undefined;
    const ended = new Promise<ProgramEnd>((resolve) => (end = resolve));
    this.#child.ref();
    this.#child.channel?.ref();
    return new Promise((done, failed) => {
      this.#programs.set(id, { streams: new Map(), done, failed, ended, end });
      this.#child.send({ start: { ...program, id } } satisfies LauncherOrder, (error) => {
        if (error === null) return;
        failed(error);
        this.#forget(id);
      });
    });
  }

  async #connected(socket: Socket): Promise<void> {
    // Who ends before it has read everything is heard by its end.
    socket.on("error", () => undefined);
    const [, id, stream = ""] = STREAM.exec(await firstLine(socket)) ?? [];
    const program = this.#programs.get(Number(id));
    if (program === undefined) return void socket.destroy();
    program.streams.set(stream, socket);
    this.#deliver(Number(id), program);
  }

  #heard(news: LauncherNews): void {
    if ("started" in news) {
      const program = this.#programs.get(news.started);
      if (program === undefined) return;
      program.pid = news.pid;
      this.#deliver(news.started, program);
    } else if ("ended" in news) {
      this.#programs.get(news.ended)?.end(news.end);
    } else {
      this.#programs.get(news.failed)?.failed(new Error(news.why));
      this.#forget(news.failed);
    }
  }

  /** Gives a program to whoever wants it, once it runs and both streams have come, in whichever order. */
  #deliver(id: number, { streams, pid, done, ended }: Launching): void {
    const [stdin, stdout] = [streams.get("stdin"), streams.get("stdout")];
    if (pid === undefined || stdin === undefined || stdout === undefined) return;
    // Nobody reads there.
    stdout.end();
    // Its end may have been told before its streams have come.
    void ended.then(() => {
      this.#forget(id);
      stdin.destroy();
    });
    const kill = (): void => {
      // Where it is gone already, its exit tells.
      this.#child.send({ kill: id } satisfies LauncherOrder, () => undefined);
      // What nobody reads then is read by nobody, and would keep the connection.
      void ended.then(() => stdout.resume());
    };
    done({ stdin, stdout, ended, kill });
  }

  #forget(id: number): void {
    this.#programs.delete(id);
    if (this.#programs.size === 0) this.#rest();
  }

  /** While nothing runs, nobody waits for it. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #close(): void {
    this.#server.close();
    for (const { failed, end, pid } of this.#programs.values()) {
      // Nobody else knows of them any more.
      killGroup(pid);
      failed(new Error("The process that starts programs has ended."));
      end({ code: null, said: "The process that started it has ended.", isLost: true });
    }
    this.#programs.clear();
  }
}

/** Ends a program and all that it started. */
export function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, "SIGKILL");
  } catch {
    // It has ended already, with all its children.
  }
}

/** What a connection begins with; what follows stays unread. */
function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let line = "";
    const read = (): void => {
      for (;;) {
        const next = socket.read(1) as Buffer | null;
        if (next === null) return;
        const letter = next.toString("latin1");
        if (letter !== "\n") line += letter;
        else {
          socket.off("readable", read);
          return resolve(line);
        }
      }
    };
    socket.on("readable", read);
    socket.once("close", () => resolve(""));
  });
}
