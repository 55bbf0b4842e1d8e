import { runCommand } from "../cli.ts";

/** What came of a command: its exit code, and what it printed and noted. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process, with no terminal and with nothing in its surroundings but this. */
export async function runHere(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand([...args], {
    env,
    print: (line) => void out.push(line),
    note: (line) => void err.push(line),
    progress: { write: (text: string) => void err.push(text) },
    isTerminal: false,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}
