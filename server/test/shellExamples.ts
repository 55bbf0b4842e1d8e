/** The examples of docs/ as they are written, in a shell whose `curl` and whose `lectern` ask the test. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import type { World } from "./harness.ts";
import { isNotRun } from "./notRun.ts";

export const DOCS = resolve(import.meta.dirname, "../../docs");

/** The shell of a page's examples, one block after the other. */
export const blocksOf = (page: string): string[] =>
  [...readFileSync(join(DOCS, page), "utf8").matchAll(/^```bash\n([^]*?)^```$/gm)].map(
    ([, code = ""]) => code,
  );

/**
 * Commands that send their arguments to the test, print what it answers and end as it says. What `lectern` reads of a
 * shell, the folder and the environment, goes before its own. So does `node -pe`, by which examples read a field of an
 * answer: a process for each took longer than all the answers.
 */
const ASKED = `asked() {
  local code answer
  printf '%s\\0' "$#" "$@" >&3
  IFS= read -r -d '' code <&4
  IFS= read -r -d '' answer <&4
  printf '%s' "$answer"
  return "$code"
}
curl() {
  local word words=()
  for word in "$@"; do
    # What the shell hands over by a pipe is read here, as curl reads it.
    case "$word" in @/dev/fd/*) word=$(cat "\${word#@}") ;; esac
    words+=("$word")
  done
  asked curl "\${words[@]}"
}
lectern() { asked lectern "$PWD" "\${LECTERN_URL-}" "\${LECTERN_TOKEN-}" "$@"; }
npx() { "$@"; }
node() {
  local answer
  if [ "$1" != -pe ]; then command node "$@"
  elif answer=$(asked node "$2" "$(cat)" "$(printenv BRANCH)"); then printf '%s' "$answer"
  else printf '%s\\n' "$answer" >&2; return 1; fi
}
`;

/** What the examples of a page begin with. */
interface Setup {
  /** The server's address, without `/v1`. */
  readonly url: string;
  readonly token: string;
  /** Commands before the first, for what the page takes its reader to have. */
  readonly before?: string;
  /** The folder in which they run. */
  readonly folder?: string;
  /** What the examples say, and what stands for it here, beside the address, the token and the folder. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** A call of `lectern`. */
export interface LecternCall {
  readonly folder: string;
  /** LECTERN_URL and LECTERN_TOKEN, where they are set. */
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/** What answers the commands of a page. */
interface Answering {
  /** Gives what curl prints. */
  curl(call: CurlCall): Promise<string>;
  /** Gives what the command prints and ends with. */
  lectern?(call: LecternCall): Promise<{ readonly code: number; readonly printed: string }>;
}

/**
 * Runs the examples of a page in their order, but those of `notRun.ts`, after the commands that every page begins with.
 * Gives what the shell ended with and what it complained of: 0 and nothing.
 */
export async function runExamples(
  page: string,
  { url, token, before = "", folder, instead = {} }: Setup,
  answering: Answering,
): Promise<readonly [code: number | null, complaints: string]> {
  const pasted = blocksOf(page).filter((block) => !isNotRun(page, block));
  const others = Object.entries({
    "http://127.0.0.1:4000": url,
    ...instead,
    ...(folder && { "/var/lib/lectern/backups/": `${folder}/backups/`, "/etc/lectern": `${folder}/etc` }),
  });
  const typed = [...blocksOf(".gitbook/includes/shell-setup.md"), before, ...pasted]
    .join("\n")
    .replace(/^TOKEN=.*$/gm, `TOKEN=${token}`);
  const here = others.reduce((script, [said, meant]) => script.replaceAll(said, meant), typed);
  const shell = spawn("bash", ["-eu", "-c", ASKED + here], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  const closed = once(shell, "close");
  let complaints = "";
  shell.stderr?.on("data", (text) => (complaints += text));
  const [, , , asked, answers] = shell.stdio as unknown as [unknown, unknown, unknown, Readable, Writable];
  for await (const [command, ...args] of argumentsIn(asked)) {
    const { code, printed } = await answerTo(command, args, answering);
    answers.write(`${code}\0${printed}\0`);
  }
  const [code] = (await closed) as [number | null];
  return [code, complaints];
}

async function answerTo(command: string | undefined, args: readonly string[], answering: Answering) {
  if (command === "curl") return { code: 0, printed: await answering.curl(readCurl(args)) };
  if (command === "node") return printedBy(args);
  if (answering.lectern === undefined) throw new Error(`nobody runs lectern ${args.join(" ")}`);
  return answering.lectern(readLectern(args));
}

/** What `node -pe` prints of an expression that reads standard input, or, where it ends by itself, complains of. */
function printedBy([expression = "", input, BRANCH]: readonly string[]) {
  const complaints: string[] = [];
  let code = 0;
  const exit = (given: number): never => {
    code = given;
    throw new Error("It has ended.");
  };
  const around = {
    fs: { readFileSync: () => input },
    console: { error: (line: string) => void complaints.push(line) },
    process: { exit, env: { BRANCH }, argv: ["node", expression] },
  };
  try {
    const value: unknown = runInNewContext(expression, around);
    return { code, printed: typeof value === "string" ? value : inspect(value) };
  } catch (error) {
    if (code === 0) throw error;
    return { code, printed: complaints.join("\n") };
  }
}

function readLectern([folder = "", url, token, ...args]: readonly string[]): LecternCall {
  const env = { ...(url && { LECTERN_URL: url }), ...(token && { LECTERN_TOKEN: token }) };
  return { folder, env, args };
}

/** The arguments of one call after the other: their number, then each, all ended by NUL. */
async function* argumentsIn(stream: Readable): AsyncGenerator<string[]> {
  let text = "";
  stream.setEncoding("utf8");
  for await (const chunk of stream) {
    text += chunk as string;
    for (;;) {
      const words = text.split("\0");
      const count = Number(words[0]);
      if (words.length < count + 2) break;
      yield words.slice(1, count + 1);
      text = words.slice(count + 1).join("\0");
    }
  }
}

/** A call of curl, as far as the examples use it. */
export interface CurlCall {
  readonly method: string;
  readonly address: URL;
  readonly headers: Headers;
  readonly data: string | undefined;
  readonly bytes: string | undefined;
  readonly form: string | undefined;
  readonly wantsHeaders: boolean;
  /** The file that the answer goes to. */
  readonly output: string | undefined;
}

/** @throws when an option is one that no example has used so far */
function readCurl(args: readonly string[]): CurlCall {
  const given = new Map<string, string>();
  const headers = new Headers();
  const addresses: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "-sS" || word === "--fail-with-body") continue;
    if (!word.startsWith("-")) addresses.push(word);
    else if (word === "-H") headers.append(...(args[++at]?.split(/: (.*)/s, 2) as [string, string]));
    else if (["-X", "--data", "--data-binary", "-F", "-D", "-o", "-w"].includes(word))
      given.set(word, args[++at] ?? "");
    else throw new Error(`${word} is no option that is known here`);
  }
  if (addresses.length !== 1) throw new Error(`one address, not ${addresses.length}`);
  const [data, bytes, form] = ["--data", "--data-binary", "-F"].map((name) => given.get(name));
  const method = given.get("-X") ?? ((data ?? bytes ?? form) === undefined ? "GET" : "POST");
  const address = new URL(addresses[0] as string);
  const output = given.get("-o");
  return { method, address, headers, data, bytes, form, output, wantsHeaders: given.get("-D") === "-" };
}

interface Ran {
  /** Such as `POST 201 pending`: the method, the status, and the field `status` of the answer where it has one. */
  readonly said: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a body is whatever the test asserts it to be
  readonly body: any;
}

/** Runs the examples of a page on the app of a test, and gives their answers. `between` is awaited after each. */
export async function runOn(
  world: World,
  page: string,
  setup: Omit<Setup, "url">,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Ran[]> {
  const ran: Ran[] = [];
  const url = "http://app.test";
  const curl = async (call: CurlCall) => {
    const path = call.address.pathname.replace(/^\/v1/, "") + call.address.search;
    const as = (call.headers.get("authorization") ?? "").replace(/^Bearer /, "");
    const body: unknown = call.data === undefined ? undefined : JSON.parse(call.data);
    const answer = await world.call(call.method, path, { as, body });
    ran.push({
      said: `${call.method} ${answer.status} ${answer.body?.status ?? ""}`.trim(),
      body: answer.body,
    });
    await between();
    return answer.text;
  };
  const [code, complaints] = await runExamples(page, { ...setup, url }, { curl });
  if (code !== 0 || complaints !== "") throw new Error(`The shell ended with ${code}: ${complaints}`);
  return ran;
}
