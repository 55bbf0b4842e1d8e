/** The command line as a program of its own. */
import { run } from "../cli.ts";

await run(process.argv.slice(2));
