/** What `lectern git` waits for, and what it says of it. */
import { setTimeout } from "node:timers/promises";
import type { GitSyncRun, GitSyncStatus, Lectern } from "../../sdk/src/index.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { amount, type Console, EXIT } from "./console.ts";
import { heldLines, type HeldNames, namesOfHeld } from "./gitHeld.ts";

/** How often a server is asked whether a run has ended, in milliseconds, and for how long. */
const LOOK_MS = 500;
const PATIENCE_MS = 15 * 60_000;

/** What to work with once the space is known. */
export interface InstalledSync {
  readonly lectern: Lectern;
  /** Of the installation. */
  readonly id: string;
  /** The id of the space that it is of; undefined: it is of a site. */
  readonly space: string | undefined;
}

type AnswerForm = { readonly json?: boolean };

/** Waits for the end of a run that comes after another one. @throws StartRefused when it takes too long */
export async function settled(
  { lectern, id }: InstalledSync,
  after: string | undefined,
): Promise<GitSyncStatus> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const status = await lectern.git.getStatus(id);
    const { lastRun, state } = status;
    const isOver = lastRun !== undefined && lastRun.id !== after && lastRun.state !== "running";
    if (state === "paused" || (isOver && state !== "changed" && state !== "new")) return status;
    if (Date.now() > until)
      throw new StartRefused("It takes longer than 15 minutes. lectern git status shows how it goes.");
    await setTimeout(LOOK_MS);
  }
}

export async function tellStatus(
  console: Console,
  exit: (code: number) => void,
  { lectern, space }: InstalledSync,
  status: GitSyncStatus,
  { json }: AnswerForm,
): Promise<void> {
  if (needsSomebody(status)) exit(EXIT.waiting);
  if (json === true) return console.print(JSON.stringify(status, null, 2));
  const names = space === undefined ? undefined : await namesOfHeld(lectern, space, status.held);
  for (const line of statusLines(status, { names, isSite: space === undefined })) console.print(line);
}

/** Whether nothing goes on before somebody does something. */
function needsSomebody({ attention, held, state }: GitSyncStatus): boolean {
  return attention !== undefined || held.length > 0 || state === "attention";
}

/** The same as people type it: the kind, and as much of the rest as tells it from others. */
export function shortQuestion(question: string): string {
  const [kind = "", rest = ""] = question.split(" ");
  return rest === "" ? kind : `${kind}-${rest.slice(0, 8)}`;
}

const NO_NAMES: HeldNames = { pages: new Map(), requests: new Map() };

/** What a status says to people. */
export function statusLines(
  status: GitSyncStatus,
  {
    names = NO_NAMES,
    isSite = false,
  }: { readonly names?: HeldNames | undefined; readonly isSite?: boolean } = {},
): string[] {
  const {
    state,
    attention,
    question,
    commitId,
    syncedAt,
    pagesAhead,
    othersAhead: others,
    isBehind,
    held,
    lastRun,
  } = status;
  const branch = status.branch.replace(/^refs\/heads\//, "");
  const commit = commitId === undefined ? "" : ` at ${commitId.slice(0, 7)}`;
  const lines: string[] = [];
  const decisionAs = (choices: readonly string[]): string =>
    `lectern git resolve ${isSite ? "<site> --site" : "<space>"} ${choices.join(" | ")}${question === undefined ? "" : ` --question ${shortQuestion(question)}`}`;
  if (state === "synced" && pagesAhead + others === 0 && !isBehind)
    lines.push(`In step with ${branch}${commit}.`);
  else if (state === "new") lines.push(`The first sync with ${branch} is to come.`);
  else if (state === "paused") lines.push(`Paused${commit}. lectern git resume lets it go on.`);
  else if (commitId === undefined && syncedAt === undefined) lines.push(`Not in step with ${branch} yet.`);
  else lines.push(`Last in step with ${branch}${commit}.`);
  if (pagesAhead > 0) lines.push(`${amount(pagesAhead, "page")} changed in Lectern since.`);
  if (others > 0)
    lines.push(
      `${amount(others, "other thing")} (files, variables, tags, reusable content) changed in Lectern since.`,
    );
  if (isBehind) lines.push("The branch has moved since.");
  if (attention !== undefined) {
    lines.push(`Needs you: ${attention.message}`);
    if (attention.choices.length > 0) lines.push(`Decide with ${decisionAs(attention.choices)}`);
  } else if (state === "failed" && lastRun?.error !== undefined)
    lines.push(`The last run failed and is tried again by itself: ${lastRun.error}`);
  lines.push(...heldLines(held, names));
  if (attention === undefined && held.some(({ reason }) => reason === "both"))
    lines.push(`Decide there, or all of it with ${decisionAs(["git", "lectern"])}`);
  return lines;
}

/** Has the server look what a sync would do, and waits for that. @throws StartRefused with what it said */
export async function previewed({ lectern, id }: InstalledSync): Promise<GitSyncRun> {
  const until = Date.now() + PATIENCE_MS;
  for (let run = await lectern.git.preview(id); ; run = await lectern.git.getRun(id, run.id)) {
    if (run.state === "success") return run;
    if (run.state !== "queued" && run.state !== "running")
      throw new StartRefused(run.error ?? "Somebody else asked for another look meanwhile.");
    if (Date.now() > until) throw new StartRefused("It takes longer than 15 minutes.");
    await setTimeout(LOOK_MS);
  }
}

/** What a look ahead says, as the report of its run has it. */
interface PreviewReport {
  readonly held?: number;
  readonly preview?: {
    readonly pages: readonly { readonly title: string; readonly change: string }[];
    readonly pageCount: number;
    readonly pagesTo: "space" | "request";
    readonly files: readonly { readonly path: string; readonly change: string }[];
    readonly fileCount: number;
    readonly filesTo: "branch" | "proposal";
    readonly diff: string;
  };
}

/** Where what comes and what goes would be. */
const WOULD = {
  space: "would change in Lectern",
  request: "would wait in a change request",
  branch: "would change on the branch",
  proposal: "would go into a pull request",
};

export function tellPreview(
  console: Console,
  exit: (code: number) => void,
  run: GitSyncRun,
  { json, site: isSite = false }: AnswerForm & { readonly site?: boolean },
): void {
  const { held = 0, preview } = (run.report ?? {}) as PreviewReport;
  if (held > 0) exit(EXIT.waiting);
  if (json === true) return console.print(JSON.stringify(run, null, 2));
  const { pages = [], pageCount = 0, fileCount = 0, diff = "" } = preview ?? {};
  const { pagesTo = "space", filesTo = "branch" } = preview ?? {};
  if (isSite) console.print("Of the site, its pages were looked at, not what docs.yaml changes.");
  if (pageCount + fileCount + held === 0)
    return console.print(isSite ? "A sync would change no page." : "A sync would do nothing.");
  console.print(`${amount(pageCount, "page")} ${WOULD[pagesTo]}.`);
  for (const { title, change } of pages) console.print(`  ${change}  ${title}`);
  if (held > 0)
    console.print(`Both sides have changed ${amount(held, "thing")} differently: these would wait.`);
  console.print(`${amount(fileCount, "file")} ${WOULD[filesTo]}.`);
  if (diff !== "") console.print(diff.trimEnd());
}
