/** The command line. Each command does its work in a function of its own; this file knows their names and options. */
import { Command } from "commander";
import { OutboundError } from "./ports/outbound-error.ts";
import { StartRefused } from "./ports/start-refused.ts";
import { version } from "./version.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs one command. What goes wrong in a way that people can mend ends with one line and exit code 1. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof StartRefused) && !(error instanceof OutboundError)) throw error;
    process.stderr.write(`lectern: ${error.message}\n`);
    process.exitCode = 1;
  }
}

function program(): Command {
  const lectern = new Command("lectern")
    .description("The documentation platform a team runs itself.")
    .version(version)
    .showHelpAfterError()
    .configureHelp({ sortSubcommands: true });
  lectern
    .command("start", { isDefault: true })
    .description("Serve the API and the published sites")
    .action(async () => {
      const { serve } = await import("./main.ts");
      await serve(process.env, print);
    });
  return lectern;
}
