/** The command line. Each command does its work in a file of its own; this one knows their names. */
import { Command, CommanderError } from "commander";
import { addApi } from "./cli/api.ts";
import { addBackup } from "./cli/backup.ts";
import { type Console, EXIT, CommandMisuse } from "./cli/console.ts";
import { addDemo } from "./cli/demo.ts";
import { addDoctor } from "./cli/doctor.ts";
import { addExport, addImport } from "./cli/exchange.ts";
import { fileProblem } from "./cli/fileProblem.ts";
import { addGc } from "./cli/gc.ts";
import { addGit } from "./cli/git.ts";
import { addInit } from "./cli/init.ts";
import { CommandInterrupted } from "./cli/interrupt.ts";
import { addJobs } from "./cli/jobs.ts";
import { addLogin } from "./cli/login.ts";
import { addMail } from "./cli/mail.ts";
import { addOrg } from "./cli/org.ts";
import { addReindex } from "./cli/reindex.ts";
import { addRestore } from "./cli/restore.ts";
import { addRotateKeys } from "./cli/rotateKeys.ts";
import { addToken } from "./cli/token.ts";
import { addUser } from "./cli/user.ts";
import { OutboundError } from "./ports/outbound-error.ts";
import { StartRefused } from "./ports/start-refused.ts";
import { visible } from "./ports/terminal.ts";
import { readSettings } from "./env.ts";
import { startProblem } from "./startProblem.ts";
import { version } from "./version.ts";

const EXIT_CODES = `
Exit codes: 0 done, 1 refused, failed or problems found, 2 the command line is wrong,
3 something needs a decision (lectern git status),
130 ended by Ctrl-C, 143 by SIGTERM.
Settings come from the environment; docs/settings.md lists them.`;

/** Runs one command for the process. */
export async function run(args: readonly string[]): Promise<void> {
  const code = await runCommand(args, processConsole());
  if (code !== EXIT.ok) process.exitCode = code;
}

/** Runs one command and gives its exit code. What goes wrong in a way that people can mend is one line. */
export async function runCommand(args: readonly string[], console: Console): Promise<number> {
  let code: number = EXIT.ok;
  try {
    await program(console, (outcome) => {
      code = outcome;
    }).parseAsync([...args], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const isRefusal = error instanceof StartRefused || error instanceof OutboundError;
    const problem = isRefusal ? error.message : (fileProblem(error) ?? installationProblem(error, console));
    if (problem === undefined) throw error;
    console.note(`lectern: ${problem}`);
    if (error instanceof CommandMisuse) return EXIT.usage;
    return error instanceof CommandInterrupted ? error.code : EXIT.problems;
  }
  return code;
}

/** What is wrong with the database or the data folder, as the start says it; undefined where it is something else. */
function installationProblem(error: unknown, { env }: Console): string | undefined {
  let settings;
  try {
    settings = readSettings(env);
  } catch {
    // A command that needs no settings has failed of something else.
    return undefined;
  }
  const problem = startProblem(error, settings);
  return problem instanceof StartRefused ? problem.message : undefined;
}

function processConsole(): Console {
  // Titles and names are what anybody wrote.
  return {
    env: process.env,
    print: (line) => void process.stdout.write(`${visible(line)}\n`),
    note: (line) => void process.stderr.write(`${visible(line)}\n`),
    progress: process.stderr,
    isTerminal: process.stdout.isTTY,
  };
}

function program(console: Console, exit: (code: number) => void): Command {
  const lectern = new Command("lectern")
    .description("The documentation platform a team runs itself.")
    .version(version)
    .showHelpAfterError("(add --help for what there is)")
    .addHelpText("after", EXIT_CODES)
    .configureHelp({ sortSubcommands: true })
    .configureOutput({
      writeOut: (text) => console.print(text.trimEnd()),
      writeErr: (text) => console.note(text.trimEnd()),
    })
    // What stands behind an operation of the API belongs to it.
    .enablePositionalOptions()
    .exitOverride();
  addStart(lectern, console);
  addInit(lectern, console);
  addImport(lectern, console);
  addExport(lectern, console);
  addLogin(lectern, console);
  addApi(lectern, console);
  addBackup(lectern, console, exit);
  addRestore(lectern, console, exit);
  addDoctor(lectern, console, exit);
  addReindex(lectern, console, exit);
  addGc(lectern, console);
  addDemo(lectern, console);
  addGit(lectern, console, exit);
  addRotateKeys(lectern, console, exit);
  for (const add of [addToken, addUser, addOrg, addMail, addJobs]) add(lectern, console);
  return lectern;
}

function addStart(lectern: Command, console: Console): void {
  lectern
    .command("start", { isDefault: true })
    .description("Serve the API and the published sites")
    // Whatever is no command's name comes here, since this is the command that needs no name.
    .allowExcessArguments()
    .action(async (_options: object, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) command.error(`error: there is no command ${unknown}`);
      const { serve } = await import("./main.ts");
      await serve(console.env, console.print);
    });
}
