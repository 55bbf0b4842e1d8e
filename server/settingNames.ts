/** Names of the environment that look like settings and are none: nobody shall believe in one that isn't read. */
import { closest, distance } from "fastest-levenshtein";
import { StartRefused } from "./ports/start-refused.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = "LECTERN_";
/** Letters in which a name may differ from the one that was meant. */
const NEAR = 3;
/** Names that belong to our test suite and our tools, not to the program. */
const OTHER_NAMES = /^LECTERN_(TEST_|BENCH_)/;

/** A name that is set and isn't read, and the setting that somebody meant by it. */
export interface StrayName {
  readonly name: string;
  readonly meant: string;
}

/** @throws StartRefused with one line for a `LECTERN_*` name that none of `known` is */
export function refuseUnknownNames(env: Environment, known: readonly string[]): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith(PREFIX) || known.includes(name) || OTHER_NAMES.test(name)) continue;
    const meant = known.find((one) => `${PREFIX}${one}` === name) ?? closest(name, known);
    const isNear = name.endsWith(meant) || distance(name, meant) <= NEAR;
    throw new StartRefused(
      `${name} is not a setting of Lectern${isNear ? `; ${meant} is` : ""}. The settings are listed in docs/settings.md.`,
    );
  }
}

/** Settings that were given without their prefix, such as `DATA_DIR`. Others may mean something else by the name. */
export function strayNames(env: Environment, known: readonly string[]): StrayName[] {
  return known.flatMap((meant) => {
    const name = meant.slice(PREFIX.length);
    return meant.startsWith(PREFIX) && env[name] && !env[meant] && !known.includes(name)
      ? [{ name, meant }]
      : [];
  });
}
