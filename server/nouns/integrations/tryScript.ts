/** A script that is published is loaded once, so that who publishes it hears what keeps it from running. */
import type { Static } from "typebox";
import { contentHash } from "../../../engine/hash.ts";
import type { Deps } from "../../deps.ts";
import { invalidField, unavailable } from "../../http/errors.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import type { PublishIntegration } from "./schema.ts";

/** What the process of a script is told of what it was built for. */
export function flagsOf(runtime: string | null | undefined): readonly string[] {
  return runtime === "v2" ? ["nodejs_compat"] : [];
}

/**
 * Loads a script, and asks it nothing. Where nothing runs scripts, or what runs them does not start, it is taken as it
 * is: its first run tells.
 * @throws 400 when it can't be loaded, or takes too much for that; 503 when too many wait for that
 */
export async function tryScript(
  { scripts }: Pick<Deps, "scripts">,
  organization: string,
  { script, runtime }: Pick<Static<typeof PublishIntegration>, "script" | "runtime">,
): Promise<void> {
  if (!scripts.runsHere) return;
  try {
    const fault = await scripts.faultOf({
      organization,
      owner: organization,
      installation: `publication of ${organization}`,
      version: contentHash(script),
      flags: flagsOf(runtime),
      code: async () => script,
    });
    if (fault !== undefined) throw invalidField("/script", `can't be loaded: ${inALine(fault)}`);
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error;
    if (error.problem === "busy")
      throw unavailable("Too many scripts wait to be loaded. Publish it again in a minute.", 60);
    if (error.problem !== "ended" && error.problem !== "not-run")
      throw invalidField("/script", "takes too much time or memory to be loaded.");
  }
}

/** As it is told by what runs it: a sentence, and lines that say where. */
function inALine(fault: string): string {
  return fault
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
