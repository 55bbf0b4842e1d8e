import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { ScriptAnswer } from "../../ports/scripts/scripts.ts";
import type { ScriptLine } from "../../ports/scripts/door.ts";
import { flagsOf } from "../integrations/tryScript.ts";
import { environmentOf, type RunPlace } from "./environment.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

interface RunWish extends RunPlace {
  readonly event: Readonly<Record<string, unknown>>;
  /** The body of a request that the event stands for. */
  readonly body?: Uint8Array | undefined;
  /** Whether all that the script begins is waited for, or its answer alone. */
  readonly until: "answer" | "end";
}

/** Runs the newest script of an integration, for one installation of it or for none. @throws ScriptFailure */
export async function runScript(
  deps: Deps,
  integration: Row<"integrations">,
  { event, body, until, ...place }: RunWish,
): Promise<ScriptAnswer> {
  const { id, version, organization_id: owner } = integration;
  const { runtime } = await deps.db.read
    .selectFrom("integration_versions")
    .select("runtime")
    .where("integration_id", "=", id)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  const environment = await environmentOf(deps, integration, place);
  const script = {
    owner,
    // Who publishes it runs what is for nobody's installation.
    organization: place.installation?.organization_id ?? owner,
    installation: place.installation?.id ?? id,
    version: `${id} ${version}`,
    flags: flagsOf(runtime),
    code: () => codeOf(deps, id, version),
  };
  const answer = await deps.scripts.run(script, { event, environment, body }, { until });
  const { secrets, signingSecrets, apiTokens } = environment;
  const hide = (lines: readonly ScriptLine[]) => withoutSecrets(lines, [secrets, signingSecrets, apiTokens]);
  const ended = answer.ended.then((end) => ({ ...end, lines: hide(end.lines) }));
  return { ...answer, lines: hide(answer.lines), ended };
}

async function codeOf({ db }: Pick<Deps, "db">, integration: string, version: number): Promise<string> {
  const { script } = await db.read
    .selectFrom("integration_versions")
    .select("script")
    .where("integration_id", "=", integration)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  return script;
}
