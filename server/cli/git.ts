/** `lectern git`: a space and a branch of a repository, kept in step. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { GitSyncRun, Lectern } from "../../sdk/src/index.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { connectionOf, TOKEN_OPTION, URL_OPTION } from "./connection.ts";
import { CommandMisuse, type Console, printRows } from "./console.ts";
import { type InstalledSync, previewed, settled, shortQuestion, tellPreview, tellStatus } from "./gitSays.ts";
import {
  findSiteThere,
  findSpaceThere,
  LARGEST_PAGE,
  organizationsThere,
  throughServer,
} from "./throughServer.ts";

interface Common {
  readonly org?: string;
  readonly site?: boolean;
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
}

interface ConnectOptions extends Common {
  readonly branch: string;
  readonly dir?: string;
  readonly direction?: "git" | "lectern" | "merge";
  readonly provider?: string;
  readonly username?: string;
  readonly tokenFile?: string;
  readonly connection?: string;
  readonly pullOnly?: boolean;
  readonly pullRequests?: boolean;
  readonly pullRequestsIfProtected?: boolean;
  readonly review?: boolean;
  readonly confirm?: boolean;
  readonly wait?: boolean;
}

const PROVIDERS = ["github", "gitlab", "gitea", "bitbucket", "git"] as const;
const DIRECTIONS = ["git", "lectern", "merge"] as const;
const CHOICES = ["git", "lectern", "apply", "pull-request"] as const;

/** Makes a command of `lectern git`, with what all of them take. */
type Add = (name: string, description: string, space?: string) => Command;

/** Adds `lectern git connect | sync | status | print | runs | resolve | pause | resume | disconnect`. */
export function addGit(lectern: Command, console: Console, exit: (code: number) => void): void {
  const git = lectern.command("git").description("Sync a space with a branch of a repository");
  const add: Add = (name, description, space = "<space>") =>
    git
      .command(name)
      .description(description)
      .argument(space, "id or title of the space, or of a site")
      .option("--site", "it is a site, with all its spaces")
      .option("--org <organization>", "its id, hostname or title, if there are several")
      .option("--json", "print the answer as JSON")
      .option(...URL_OPTION)
      .option(...TOKEN_OPTION);
  addBeginAndEnd(add, console, exit);
  addLooks(add, console, exit);
  addDecisions(add, console);
}

function addBeginAndEnd(add: Add, console: Console, exit: (code: number) => void): void {
  add("connect", "Connect a space with a branch, and keep the two in step from then on")
    .argument("<repository>", "its address, as it is cloned: https://…")
    .option("--branch <name>", "the branch", "main")
    .option("--dir <folder>", "the folder of the repository; without it, all of it")
    .option("--direction <which>", "which side counts in the first sync: git, lectern or merge", "merge")
    .option(
      "--token-file <file>",
      "a file with a token that may read and write there; - reads standard input",
    )
    .option("--username <name>", "the user name that the host wants with the token")
    .option("--connection <id>", "existing credentials of the organization")
    .option("--provider <host>", "github, gitlab, gitea, bitbucket or git, if the address doesn't tell")
    .option("--pull-only", "the space follows the branch; nothing is pushed")
    .option("--review", "changes of the branch wait in a change request")
    .option("--pull-requests", "changes in Lectern become pull requests")
    .option("--pull-requests-if-protected", "the same once a rule of the host refuses a push")
    .option("--confirm", "the space's pages may be replaced by those of the repository")
    .option("--wait", "wait until the sync has ended or needs a decision")
    .action((space: string, repository: string, options: ConnectOptions) =>
      connect(console, exit, space, repository, options),
    );
  add("disconnect", "Disconnect it; the content stays on both sides").action(
    (space: string, options: Common) =>
      onInstallation(console, space, options, async ({ lectern, id }) => {
        await lectern.git.delete(id);
        console.print("Disconnected. The content stays on both sides.");
      }),
  );
}

function addLooks(add: Add, console: Console, exit: (code: number) => void): void {
  add("sync", "Bring both sides in step now")
    .option("--wait", "wait until it has ended or needs a decision")
    .option("--dry-run", "only show what it would do")
    .action((space: string, options: Common & { wait?: boolean; dryRun?: boolean }) =>
      onInstallation(console, space, options, async (at) => {
        const { git } = at.lectern;
        if (options.dryRun === true) return tellPreview(console, exit, await previewed(at), options);
        const before = options.wait === true ? (await git.getStatus(at.id)).lastRun?.id : undefined;
        await git.sync(at.id);
        if (options.wait === true) return tellStatus(console, exit, at, await settled(at, before), options);
        console.print("A sync is asked for. lectern git status shows what comes of it.");
      }),
    );
  add("status", "Tell how far both sides are apart; exits with 3 when somebody is needed").action(
    (space: string, options: Common) =>
      onInstallation(console, space, options, async (at) =>
        tellStatus(console, exit, at, await at.lectern.git.getStatus(at.id), options),
      ),
  );
  add("print", "Write what the branch's folder would hold into a folder here")
    .argument("<folder>", "a new or empty one, or a file that ends in .zip")
    .action(async (space: string, target: string, options: Common) => {
      if (options.site === true) throw new CommandMisuse("Print the spaces of a site one by one.");
      const { exportCommand } = await import("./export.ts");
      await onInstallation(console, space, options, () => Promise.resolve());
      // From the server that was asked, also where the environment names an installation of this machine.
      await exportCommand({ ...options, ...connectionOf(options, console.env), space, target }, console);
    });
  add("runs", "List what was done, the newest first")
    .option("--limit <number>", "how many", "20")
    .action((space: string, options: Common & { limit: string }) => runs(console, space, options));
}

function addDecisions(add: Add, console: Console): void {
  add("resolve", "Decide what a sync waits for")
    .argument(
      "<choice>",
      "git: take the branch; lectern: put Lectern's content on top; apply: go on; pull-request: send changes as pull requests from now on",
    )
    .option(
      "--question <which>",
      "what lectern git status asked: nothing is decided where that is not asked now",
    )
    .action((space: string, named: string, options: Common & { question?: string }) => {
      const choice = oneOf("choice", named, CHOICES);
      return onInstallation(console, space, options, async ({ lectern, id }) => {
        const { attention, question } = await lectern.git.getStatus(id);
        if (options.question !== undefined && options.question !== shortQuestion(question ?? ""))
          throw new StartRefused(
            "Something else is asked by now. lectern git status says what: read it, then decide again.",
          );
        if (attention !== undefined) console.note(attention.message);
        await lectern.git.resolve(id, { choice, ...(question !== undefined && { question }) });
        console.print("Decided. lectern git status shows what comes of it.");
      });
    });
  const pause = (space: string, options: Common, paused: boolean) =>
    onInstallation(console, space, options, async ({ lectern, id }) => {
      await lectern.git.update(id, { paused });
      console.print(paused ? "Paused. lectern git resume lets it go on." : "Resumed.");
    });
  add("pause", "Sync nothing until it is resumed").action((space: string, options: Common) =>
    pause(space, options, true),
  );
  add("resume", "Let a paused sync go on", "[space]")
    .option("--all", "all that were paused because this may be a copy of another installation")
    .action((space: string | undefined, options: Common & { all?: boolean }) => {
      if ((space === undefined) === (options.all !== true))
        throw new CommandMisuse("Name a space, or give --all.");
      return space === undefined ? resumeAll(console, options) : pause(space, options, false);
    });
}

/** Lets all go on that are paused since this may be a copy, in one organization or in each. */
async function resumeAll(console: Console, options: Common): Promise<void> {
  await throughServer(connectionOf(options, console.env), async (lectern) => {
    const resumed: string[] = [];
    for (const { id } of await organizationsThere(lectern, options.org)) {
      for await (const { installation, parentInstallation, attention, title } of lectern.git.listWaiting(id, {
        limit: LARGEST_PAGE,
      })) {
        // A space of a site goes on with that.
        if (attention?.kind !== "copy" || parentInstallation !== undefined) continue;
        await lectern.git.update(installation, { paused: false });
        resumed.push(title);
      }
    }
    if (options.json === true) return console.print(JSON.stringify({ resumed }, null, 2));
    for (const title of resumed) console.print(`Resumed: ${title}`);
    if (resumed.length === 0) console.print("Nothing is paused as a copy.");
  });
}

async function connect(
  console: Console,
  exit: (code: number) => void,
  name: string,
  repository: string,
  options: ConnectOptions,
): Promise<void> {
  const { branch, dir = "", direction = "merge", connection, username, tokenFile } = options;
  oneOf("--direction", direction, DIRECTIONS);
  const provider = oneOf("--provider", options.provider ?? providerOf(repository), PROVIDERS);
  if (connection !== undefined && tokenFile !== undefined)
    throw new CommandMisuse("Give --connection or --token-file, not both.");
  const outgoing = outgoingOf(options);
  const accessToken = tokenFile === undefined ? undefined : await readToken(tokenFile);
  await throughServer(connectionOf(options, console.env), async (lectern) => {
    const target = await targetThere(lectern, name, options);
    const { id, ...made } = await lectern.git.create({
      provider,
      target,
      providerConfiguration: {
        url: repository,
        branch: branch.startsWith("refs/") ? branch : `refs/heads/${branch}`,
        ...(connection === undefined ? {} : { connection }),
        ...(username === undefined ? {} : { username }),
        ...(accessToken === undefined ? {} : { accessToken }),
      },
      projectDirectory: dir.replace(/^\.?\/+|\/+$/g, ""),
      direction,
      ...(options.review === true ? { incoming: "change-request" as const } : {}),
      ...(outgoing === undefined ? {} : { outgoing }),
      ...(options.confirm === true ? { confirm: true } : {}),
    });
    if (options.wait === true) {
      const at = { lectern, id, space: spaceOf(target) };
      return tellStatus(console, exit, at, await settled(at, undefined), options);
    }
    if (options.json === true) return console.print(JSON.stringify({ id, ...made }, null, 2));
    console.print(
      `Connected with ${made.repository?.name ?? repository}. lectern git status shows how it goes.`,
    );
  });
}

/** How changes go out, where an option says so. @throws CommandMisuse when two do */
function outgoingOf(options: ConnectOptions) {
  const ways = [
    ["--pull-only", options.pullOnly, "off"],
    ["--pull-requests", options.pullRequests, "pull-request"],
    ["--pull-requests-if-protected", options.pullRequestsIfProtected, "push-or-pull-request"],
  ] as const;
  const [way, other] = ways.filter(([, isGiven]) => isGiven === true);
  if (way !== undefined && other !== undefined)
    throw new CommandMisuse(`Give ${way[0]} or ${other[0]}, not both.`);
  return way?.[2];
}

async function targetThere(lectern: Lectern, name: string, { site, org }: Common) {
  if (site === true) return { type: "site" as const, ...(await findSiteThere(lectern, name, org)) };
  return { type: "space" as const, spaceId: await findSpaceThere(lectern, name, org) };
}

function spaceOf(target: Awaited<ReturnType<typeof targetThere>>): string | undefined {
  return target.type === "space" ? target.spaceId : undefined;
}

/** Who hosts a repository, by its address. */
export function providerOf(repository: string): (typeof PROVIDERS)[number] {
  const host = URL.canParse(repository) ? new URL(repository).hostname : "";
  if (host === "github.com") return "github";
  if (host === "bitbucket.org") return "bitbucket";
  if (host === "codeberg.org") return "gitea";
  return host === "gitlab.com" || host.startsWith("gitlab.") ? "gitlab" : "git";
}

/** Never an argument: every user of the machine can read those. */
async function readToken(file: string): Promise<string> {
  const text = await readFile(file === "-" ? "/dev/stdin" : file, "utf8");
  const token = text.trim();
  if (token === "" || /\s/.test(token))
    throw new StartRefused(`${file} has to hold one token and nothing else.`);
  return token;
}

function oneOf<T extends string>(name: string, value: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new CommandMisuse(`${name} has to be one of ${known.join(", ")}, not "${value}".`);
}

async function onInstallation(
  console: Console,
  name: string,
  options: Common,
  work: (at: InstalledSync) => Promise<void>,
): Promise<void> {
  await throughServer(connectionOf(options, console.env), async (lectern) => {
    const { LecternError } = await import("../../sdk/src/index.ts");
    const target = await targetThere(lectern, name, options);
    const id =
      target.type === "site"
        ? await installationOfSite(lectern, target)
        : await lectern.spaces.getGitInfo(target.spaceId).then(
            ({ installationId }) => installationId,
            (error: unknown) => {
              if (!(error instanceof LecternError && error.status === 404)) throw error;
            },
          );
    if (id === undefined)
      throw new StartRefused(`${name} is in step with no repository. lectern git connect begins that.`);
    await work({ lectern, id, space: spaceOf(target) });
  });
}

/** The one of the site itself, not of one of its spaces. */
async function installationOfSite(
  lectern: Lectern,
  { organizationId, siteId }: { readonly organizationId: string; readonly siteId: string },
): Promise<string | undefined> {
  for await (const own of lectern.sites.listGitInstallations(organizationId, siteId, { limit: 1 }))
    return own.id;
  return undefined;
}

async function runs(console: Console, space: string, options: Common & { limit: string }): Promise<void> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1)
    throw new CommandMisuse(`--limit has to be a number above 0, not "${options.limit}".`);
  await onInstallation(console, space, options, async ({ lectern, id }) => {
    const found: GitSyncRun[] = [];
    for await (const run of lectern.git.listRuns(id, { limit: Math.min(limit, 200) })) {
      if (found.push(run) >= limit) break;
    }
    if (options.json === true) return console.print(JSON.stringify(found, null, 2));
    const rows = found.map((run) => ({
      started: run.startedAt,
      cause: run.cause,
      did: run.operation,
      state: run.state,
      commit: run.commitId?.slice(0, 7),
      error: run.error,
    }));
    printRows(console, rows, { none: "Nothing has run yet." });
  });
}
