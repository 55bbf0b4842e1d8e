/**
 * Programs that a test runs and waits for, started by one small shell that stays: a process of tests has hundreds of
 * megabytes, of which the system copies the table each time it starts something, and stands still as long.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

/** Does what is in the file `call` for each line that it reads, and answers with the exit code. */
const SCRIPT = `mkfifo ask told && echo ready && exec 3<ask 4>told || exit 1
while read -r _ <&3; do . ./call; echo $? >&4; done`;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface Call {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside what the shell was opened with. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

export class SmallShell {
  readonly #folder: string;
  readonly #ask: number;
  readonly #told: number;
  readonly #ended: Promise<unknown>;

  /**
   * @param folder where programs work; what they are told and say lies in a folder of its own inside
   * @param env all that they have of their surroundings
   */
  static async open(folder: string, env: NodeJS.ProcessEnv): Promise<SmallShell> {
    const calls = mkdtempSync(join(folder, ".calls-"));
    const shell = spawn("sh", ["-c", SCRIPT], { cwd: calls, env, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(shell, "close");
    await once(shell.stdout, "data");
    return new SmallShell(calls, ended);
  }

  private constructor(folder: string, ended: Promise<unknown>) {
    this.#folder = folder;
    this.#ended = ended;
    // In the order of the shell: each of them waits until the other side is there.
    this.#ask = openSync(join(folder, "ask"), "w");
    this.#told = openSync(join(folder, "told"), "r");
  }

  /** Runs a program to its end. @returns what it wrote @throws when it ends with another code than 0, with its errors */
  run({ command, args, environment = {}, input = "" }: Call): Buffer {
    const at = (name: string): string => join(this.#folder, name);
    const settings = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`);
    const words = [...settings, command, ...args.map(quoted)].join(" ");
    writeFileSync(at("in"), input);
    writeFileSync(at("call"), `(cd .. && ${words}) <in >out 2>errors\n`);
    writeSync(this.#ask, "\n");
    const answer = Buffer.alloc(16);
    const code = answer.toString("latin1", 0, readSync(this.#told, answer)).trim();
    if (code === "0") return readFileSync(at("out"));
    const said = readFileSync(at("errors"), "utf8");
    throw new Error(`${command} ${args.join(" ")} ended with ${code}: ${said}`);
  }

  async close(): Promise<void> {
    closeSync(this.#ask);
    await this.#ended;
    closeSync(this.#told);
    rmSync(this.#folder, { recursive: true });
  }
}
