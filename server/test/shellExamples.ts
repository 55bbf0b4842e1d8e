/** The examples of docs/ as they are written, in a shell whose `curl` asks the test. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { World } from "./harness.ts";

export const DOCS = resolve(import.meta.dirname, "../../docs");

/** The shell of a page's examples, one block after the other. */
export const blocksOf = (page: string): string[] =>
  [...readFileSync(join(DOCS, page), "utf8").matchAll(/^```bash\n([^]*?)^```$/gm)].map(
    ([, code = ""]) => code,
  );

/** Sends its arguments to the test, and prints what that answers. */
const CURL = `curl() {
  printf '%s\\0' "$#" "$@" >&3
  IFS= read -r -d '' answer <&4
  printf '%s' "$answer"
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
}

/**
 * Runs the examples of a page in their order, after the commands that every page begins with. Gives what the shell
 * ended with and what it complained of: 0 and nothing.
 * @param answer what curl prints for a call
 */
export async function runExamples(
  page: string,
  { url, token, before = "", folder }: Setup,
  answer: (call: CurlCall) => Promise<string>,
): Promise<readonly [code: number | null, complaints: string]> {
  const setup = blocksOf(".gitbook/includes/shell-setup.md")
    .join("\n")
    .replace(/^LECTERN=.*$/m, `LECTERN=${url}/v1`)
    .replace(/^TOKEN=.*$/m, `TOKEN=${token}`);
  const script = CURL + [setup, before, ...blocksOf(page)].join("\n");
  const shell = spawn("bash", ["-eu", "-c", script], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
  });
  const closed = once(shell, "close");
  let complaints = "";
  shell.stderr?.on("data", (text) => (complaints += text));
  const [, , , asked, answers] = shell.stdio as unknown as [unknown, unknown, unknown, Readable, Writable];
  for await (const args of argumentsIn(asked)) answers.write(`${await answer(readCurl(args))}\0`);
  const [code] = (await closed) as [number | null];
  return [code, complaints];
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
    else if (["-X", "--data", "--data-binary", "-F", "-D", "-o"].includes(word))
      given.set(word, args[++at] ?? "");
    else throw new Error(`${word} is no option that is known here`);
  }
  if (addresses.length !== 1) throw new Error(`one address, not ${addresses.length}`);
  const [data, bytes, form] = ["--data", "--data-binary", "-F"].map((name) => given.get(name));
  const method = given.get("-X") ?? ((data ?? bytes ?? form) === undefined ? "GET" : "POST");
  const address = new URL(addresses[0] as string);
  return { method, address, headers, data, bytes, form, wantsHeaders: given.get("-D") === "-" };
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
  const [code, complaints] = await runExamples(page, { ...setup, url }, async (call) => {
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
  });
  if (code !== 0 || complaints !== "") throw new Error(`The shell ended with ${code}: ${complaints}`);
  return ran;
}
