/** `lectern init`: the first settings, a unit and a proxy's sample, from five answers. */
import { lstatSync } from "node:fs";
import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Command } from "commander";
import type { Settings } from "../env.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { type Console, CommandMisuse } from "./console.ts";
import { CommandInterrupted } from "./interrupt.ts";
import { caddyfile, type GivenSettings, serviceUnit, settingsFile } from "./setupFiles.ts";
import { type Question, settingsSoFar, setupQuestions } from "./setupQuestions.ts";

const SETTINGS = ".env";
const UNIT = "lectern.service";
const PROXY = "Caddyfile";
/** Of the account that Lectern has where root sets it up. */
const HOME = "/var/lib/lectern";

type Options = Readonly<Record<string, string | boolean | undefined>>;

/** Adds `lectern init`. */
export function addInit(lectern: Command, console: Console): void {
  const init = lectern
    .command("init")
    .description("Ask five questions, then write settings, a systemd unit and a sample for Caddy")
    .argument("<folder>", `where to: ${SETTINGS}, ${UNIT} and ${PROXY}, none of which may be there`);
  for (const { option, value, text } of setupQuestions)
    init.option(`--${option} <${value}>`, `answers: ${text}`);
  init
    .option("--yes", "ask nothing; use the default of each question without an option")
    .action((folder: string) => setUp(console, resolve(folder), init.opts<Options>()));
}

async function setUp(console: Console, folder: string, options: Options): Promise<void> {
  refuseTaken(folder);
  const given = await answers(console, options);
  const settings = settingsSoFar(given);
  const user = process.getuid?.() === 0 ? "lectern" : userInfo().username;
  const paths = { settings: join(folder, SETTINGS), node: process.execPath, writable: settings.dataDir };
  const program = await realpath(process.argv[1] ?? "");
  await writeAll(folder, {
    [SETTINGS]: settingsFile(given),
    [UNIT]: serviceUnit({ user, program, ...paths }),
    [PROXY]: caddyfile({ app: settings.publicUrl ?? "", sites: settings.sitesUrl ?? "" }, settings),
  });
  for (const line of nextSteps(folder, user, settings)) console.print(line);
}

function refuseTaken(folder: string): void {
  const taken = [SETTINGS, UNIT, PROXY]
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  if (taken.length === 0) return;
  throw new StartRefused(
    `Nothing is overwritten, and there is already: ${taken.join(", ")}. Name another folder, or move that away.`,
  );
}

/** Asks what no option answers. Nothing is written before all is answered. */
async function answers(console: Console, options: Options): Promise<GivenSettings> {
  const asked = openAnswers(console);
  try {
    // Their proxy is beside them.
    let given: GivenSettings = { LECTERN_TRUSTED_PROXIES: "127.0.0.1" };
    for (const question of setupQuestions) {
      const option = options[camelCase(question.option)];
      if (question.isAsked?.(given) === false) {
        if (option !== undefined) throw new CommandMisuse(`--${question.option} needs --smtp-url beside it.`);
        continue;
      }
      const isTold = question.isSettled === true || options["yes"] === true;
      const known = typeof option === "string" ? option : isTold ? question.usual(given) : undefined;
      // Who gives an option has answered, and isn't asked after all.
      const isSilent = options["yes"] === true || typeof option === "string";
      given = await answered(console, question, { given, known, asked, isSilent });
    }
    refuseLeft(asked.left());
    return given;
  } finally {
    asked.close();
  }
}

/** Lines that no question took say that those before them may have answered other questions than they were meant for. */
function refuseLeft(count: number): void {
  if (count === 0) return;
  const lines = count === 1 ? "1 line of standard input was" : `${count} lines of standard input were`;
  throw new StartRefused(
    `${lines} not used, so nothing is written: an answer may have come to another question than it was meant for. Each question takes one line; what is refused isn't asked again there.`,
  );
}

interface Asking {
  readonly given: GivenSettings;
  /** The answer, where nobody is asked. */
  readonly known: string | undefined;
  readonly asked: Answers;
  readonly isSilent: boolean;
}

const KEPT = "keep it";

/** The settings with those of one more question. What is found to fail can be answered anew, by whoever is there. */
async function answered(
  console: Console,
  question: Question,
  { given, known, asked, isSilent }: Asking,
): Promise<GivenSettings> {
  const usual = question.usual(given);
  const ask = () => answer(console, question, given, () => asked.next(question.text, usual));
  let settings = known === undefined ? await ask() : question.read(known, given);
  for (;;) {
    const all = { ...given, ...settings };
    const found = await question.look(settingsSoFar(all));
    for (const { about, state, message } of found)
      console.note(`  ${state.padEnd("warning".length)}  ${about}: ${message}`);
    // Lines of a pipe were written before anybody knew.
    const mayAnswer = !isSilent && process.stdin.isTTY && found.some(({ state }) => state === "problem");
    if (!mayAnswer) return all;
    const next = await asked.next(`${question.text}: another one, or go on all the same`, KEPT);
    if (next === KEPT) return all;
    const typed = [next];
    settings = await answer(
      console,
      question,
      given,
      async () => typed.pop() ?? asked.next(question.text, usual),
    );
  }
}

const camelCase = (option: string): string =>
  option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Asks until the answer can be read, and gives its settings; the end of the input ends it. */
async function answer(
  console: Console,
  question: Question,
  given: GivenSettings,
  next: () => Promise<string>,
): Promise<GivenSettings> {
  for (;;) {
    try {
      return question.read(await next(), given);
    } catch (error) {
      if (
        !(error instanceof StartRefused) ||
        error instanceof InputEnded ||
        error instanceof CommandInterrupted
      )
        throw error;
      console.note(`  ${error.message}`);
    }
  }
}

class InputEnded extends StartRefused {}

interface Answers {
  /** The next line, or what is usual where it is empty. @throws InputEnded where there is none */
  next(text: string, usual: string): Promise<string>;
  /** How many lines have come that nothing asked for, where nobody types them. */
  left(): number;
  close(): void;
}

/** Lines of the standard input, which is not touched before the first question. */
function openAnswers(console: Console): Answers {
  let open: { readonly terminal: Interface; readonly lines: AsyncIterator<string> } | undefined;
  let isInterrupted = false;
  let unused = 0;
  const begin = () => {
    const output = process.stdin.isTTY ? { output: process.stderr } : {};
    const terminal = createInterface({ input: process.stdin, ...output, prompt: "> " });
    terminal.on("line", (line) => {
      if (line.trim() !== "") unused++;
    });
    terminal.once("SIGINT", () => {
      isInterrupted = true;
      terminal.close();
    });
    return { terminal, lines: terminal[Symbol.asyncIterator]() };
  };
  return {
    async next(text, usual) {
      open ??= begin();
      console.note(`${text} [${usual}]`);
      if (process.stdin.isTTY) open.terminal.prompt();
      const { done, value } = await open.lines.next();
      if (isInterrupted) throw new CommandInterrupted("Interrupted: nothing is written.", "SIGINT");
      if (done === true) {
        throw new InputEnded(
          `The answers end before "${text}", so nothing is written. Give options for the others, or --yes for the defaults.`,
        );
      }
      if (value.trim() === "") return usual;
      unused--;
      return value.trim();
    },
    left: () => (process.stdin.isTTY ? 0 : unused),
    close: () => open?.terminal.close(),
  };
}

/** Writes all files or none. */
async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  try {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name);
      // Settings have passwords.
      await writeFile(path, text, { flag: "wx", mode: name === SETTINGS ? 0o600 : 0o644 });
      written.push(path);
    }
  } catch (error) {
    await Promise.all(written.map((path) => rm(path)));
    refuseTaken(folder);
    throw error;
  }
}

function nextSteps(folder: string, user: string, { dataDir }: Settings): string[] {
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? "" : "sudo ";
  const settings = shellWord(join(folder, SETTINGS));
  // The account's own folder is where its backups go; commands read the settings as that account.
  const account = isRoot
    ? [
        `id ${user} || useradd --system --home-dir ${HOME} ${user}`,
        `chgrp ${user} ${settings} && chmod 640 ${settings}`,
      ]
    : [];
  const folders = isRoot ? `${HOME} ${shellWord(dataDir)}` : shellWord(dataDir);
  const owner = isRoot ? `${user} -g ${user}` : user;
  return [
    `Written into ${folder}: ${SETTINGS}, ${UNIT}, ${PROXY}. Look at them, then run:`,
    ...account,
    `${as}install -d -o ${owner} -m 700 ${folders}`,
    // A copy of root's: whoever may write to the unit of a service is root.
    `${as}install -m 644 ${shellWord(join(folder, UNIT))} /etc/systemd/system/`,
    `${as}systemctl daemon-reload && ${as}systemctl enable --now lectern`,
    // Twice in it, Caddy would refuse the file.
    `grep -q '^(lectern)' /etc/caddy/Caddyfile || ${as}tee -a /etc/caddy/Caddyfile < ${shellWord(join(folder, PROXY))}`,
    `${as}systemctl reload caddy`,
    "journalctl --unit lectern --lines 20   # has a link that signs the first administrator in, once",
  ];
}

const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
