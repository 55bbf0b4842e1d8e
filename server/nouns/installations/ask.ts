/** Asks a script for an answer that somebody waits for; what it wrote meanwhile, or that it failed, is in the log. */
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { OutboundError } from "../../ports/fetch.ts";
import type { ScriptLine } from "../../ports/scripts/door.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { scriptForm } from "../../ports/scripts/form.ts";
import { environmentOf, type RunPlace, secretsOf } from "./environment.ts";
import { type Hide, hiding } from "./hideSecrets.ts";
import { type GatheredNotes, noteAsked, type NotedQuestion } from "./noteAsked.ts";
import { disable } from "../webhooks/disable.ts";
import { goesToDeveloper } from "./present.ts";
import { INSTALLATION } from "./queries.ts";
import { runScript } from "./run.ts";

interface Question extends NotedQuestion {
  /** The body of a request that the event stands for. */
  readonly body?: Uint8Array | undefined;
  /** Whether all that the script begins is waited for; its answer alone unless said. */
  readonly until?: "end";
  /** Takes what would be an entry of the log of its own. */
  readonly notes?: GatheredNotes;
}

export interface ScriptReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Hides what it was told in secret, for what is told of its answer. */
  readonly hide: Hide;
}

/** Bytes of an answer, and milliseconds for it, where it comes from who develops the integration. */
const MOST_ANSWERED = 5 * 1024 * 1024;
const PATIENCE_MS = 10_000;

/**
 * Asks the script of an integration, or who develops it. An installation whose script takes too much too often is
 * paused.
 * @throws ScriptFailure when it gave no answer, or threw
 */
export async function askScript(
  deps: Deps,
  integration: Row<"integrations">,
  given: Question,
  place: RunPlace,
): Promise<ScriptReply> {
  const begun = deps.clock.now();
  const id = deps.newId();
  // By it the log has what was asked.
  const question = { ...given, id, event: { eventId: id, ...given.event } };
  const { notes } = question;
  const note = (status: number, error: string | undefined, lines: readonly ScriptLine[]): void => {
    const outcome = { begun, status, error, lines };
    if (notes === undefined) noteAsked(deps, place, question, outcome);
    else notes.add(question, outcome);
  };
  try {
    if (isDeveloped(integration, place)) return await askDeveloper(deps, integration, question, place);
    const { event, body, until = "answer" } = question;
    const answer = await runScript(deps, integration, { event, body, until, ...place });
    const ended = answer.ended.then(({ isOk, lines, failure }) => {
      if (failure !== undefined) pauseRepeated(deps, place, failure);
      if (!isOk || lines.length > 0) note(answer.status, isOk ? undefined : "SCRIPT_THREW", lines);
    });
    notes?.until(ended);
    if (!answer.isOk) throw new ScriptFailure("threw");
    return answer;
  } catch (error) {
    if (error instanceof ScriptFailure && error.problem !== "threw") note(0, error.message, []);
    if (error instanceof ScriptFailure) pauseRepeated(deps, place, error);
    throw error;
  }
}

/** Each time its process ended, and with it what others of its owner had running there. */
function pauseRepeated(
  { db, clock, newId, log }: Deps,
  { installation }: RunPlace,
  { isRepeated }: ScriptFailure,
): void {
  if (!isRepeated || installation === undefined) return;
  const target = { ...installation, kind: INSTALLATION };
  db.transact((tx) => disable(tx, target, "script", { newId, now: clock.now() })).catch((error: unknown) =>
    log.warn({ err: error }, "an installation that takes too much could not be paused"),
  );
}

/** Whether its developer answers for it, so that nothing has to run its script here. */
export function isDeveloped(integration: Row<"integrations">, { installation }: RunPlace): boolean {
  const { organization_id: publisher } = integration;
  return goesToDeveloper({
    ...integration,
    publisher,
    organization_id: installation?.organization_id ?? publisher,
  });
}

async function askDeveloper(
  deps: Deps,
  integration: Row<"integrations">,
  { event, body }: Question,
  place: RunPlace,
): Promise<ScriptReply> {
  const environment = await environmentOf(deps, integration, place);
  const { type, content } = scriptForm({ event, environment, body });
  const url = integration.tunnel_url ?? "";
  if (!deps.fetch.permits(url)) throw new ScriptFailure("ended");
  try {
    const answer = await deps.fetch.fetch(url, {
      method: "POST",
      headers: { "content-type": type, "user-agent": "Lectern-Integrations" },
      body: content,
      timeout: PATIENCE_MS,
      headersTimeout: PATIENCE_MS,
      maxBytes: MOST_ANSWERED,
      givesRedirects: true,
    });
    return { ...answer, body: Buffer.from(answer.body), hide: hiding(secretsOf(environment)) };
  } catch (error) {
    if (error instanceof OutboundError) throw new ScriptFailure("ended", false, error);
    throw error;
  }
}
