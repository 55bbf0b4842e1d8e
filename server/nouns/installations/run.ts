import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { ScriptAnswer } from "../../ports/scripts/scripts.ts";
import { flagsOf } from "../integrations/tryScript.ts";
import { environmentOf, type RunPlace, secretsOf } from "./environment.ts";
import { type Hide, hideInLines, hiding } from "./hideSecrets.ts";

interface RunWish extends RunPlace {
  readonly event: Readonly<Record<string, unknown>>;
  /** The body of a request that the event stands for. */
  readonly body?: Uint8Array | undefined;
  /** Whether all that the script begins is waited for, or its answer alone. */
  readonly until: "answer" | "end";
}

/** What a script answered; its lines have no secrets. */
interface RunAnswer extends ScriptAnswer {
  /** Hides what the script was told in secret, for all that is shown of its body. */
  readonly hide: Hide;
}

/** Runs the newest script of an integration, for one installation of it or for none. @throws ScriptFailure */
export async function runScript(
  deps: Deps,
  integration: Row<"integrations">,
  { event, body, until, ...place }: RunWish,
): Promise<RunAnswer> {
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
  const hide = hiding(secretsOf(environment));
  const ended = answer.ended.then((end) => ({ ...end, lines: hideInLines(hide, end.lines) }));
  return { ...answer, lines: hideInLines(hide, answer.lines), ended, hide };
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
