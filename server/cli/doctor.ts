import { styleText } from "node:util";
import type { Command } from "commander";
import { readSettings } from "../env.ts";
import { version } from "../version.ts";
import { type Console, EXIT } from "./console.ts";
import { diagnose } from "./diagnose.ts";
import { type State, summaryOf } from "./finding.ts";
import { nodeFindings, settingsFindings, settingsInForce } from "./settingsFindings.ts";

const COLOURS = { ok: "green", warning: "yellow", problem: "red" } as const satisfies Record<State, string>;
const WIDTH = "warning".length + 2;

/** Adds `lectern doctor`. */
export function addDoctor(lectern: Command, console: Console, exit: (code: number) => void): void {
  lectern
    .command("doctor")
    .description("Check settings, database, files and content, and say how to mend each problem")
    .option("--json", "print settings and findings as JSON")
    .action(async (options: { json?: boolean }) => exit(await examine(console, options)));
}

async function examine(console: Console, { json }: { json?: boolean }): Promise<number> {
  const settings = readSettings(console.env);
  const findings = [
    ...settingsFindings(settings),
    ...(await diagnose(settings, console)),
    // Nothing rests on which of those that work it is.
    ...nodeFindings(process.versions.node),
  ];
  const isWell = findings.every(({ state }) => state !== "problem");
  if (json) {
    const inForce = settingsInForce(settings);
    console.print(JSON.stringify({ version, ok: isWell, settings: inForce, findings }, null, 2));
  } else {
    for (const line of givenSettings(console, settingsInForce(settings))) console.print(line);
    for (const { about, state, message } of findings) {
      const word = state.padEnd(WIDTH);
      console.print(`${console.isTerminal ? styleText(COLOURS[state], word) : word}${about}: ${message}`);
    }
    console.print(summaryOf(findings));
  }
  return isWell ? EXIT.ok : EXIT.problems;
}

/** The settings that the environment gives; the others are as documented. */
function givenSettings({ env }: Console, inForce: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(inForce)
    .filter(([name]) => env[name] !== undefined || env[`${name}_FILE`] !== undefined)
    .map(([name, value]) => `${"set".padEnd(WIDTH)}${name}: ${String(value)}`);
}
