/** What a commit says of the changes that it brings, and whose they are. */
import { readPages } from "../../../../engine/tree.ts";
import { diffRevisions } from "../../../../engine/diff.ts";
import { type Params, prepared } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { AGENT_SUBJECT } from "./agentFiles.ts";
import { personText } from "../../../ports/git/commit.ts";

const DEFAULT_TEMPLATE = "LECTERN-{change_request_number}: {change_request_subject}";
const LONGEST_SUBJECT = 72;
const MOST_NAMED = 10;
const MOST_REVISIONS = 50;

const since = prepared((read, p: Params<{ organization: string; space: string; after: number }>) =>
  read
    .selectFrom("revisions")
    .leftJoin("change_requests", (on) =>
      on
        .onRef("change_requests.organization_id", "=", "revisions.organization_id")
        .onRef("change_requests.id", "=", "revisions.merged_from"),
    )
    .leftJoin("users", "users.id", "revisions.created_by")
    .select(["revisions.id", "revisions.created_at", "revisions.created_by", "revisions.git"])
    .select(["change_requests.number", "change_requests.subject", "users.display_name"])
    .where("revisions.organization_id", "=", p("organization"))
    .where("revisions.space_id", "=", p("space"))
    .where("revisions.change_request_id", "is", null)
    .where("revisions.created_at", ">=", p("after"))
    .orderBy("revisions.created_at", "desc")
    .orderBy("revisions.id", "desc")
    .limit(MOST_REVISIONS),
);

const lastPushed = prepared((read, p: Params<{ organization: string; installation: string }>) =>
  read
    .selectFrom("git_pushes")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "git_pushes.organization_id")
        .onRef("revisions.id", "=", "git_pushes.revision_id"),
    )
    .select(["revisions.id", "revisions.created_at"])
    .where("git_pushes.organization_id", "=", p("organization"))
    .where("git_pushes.installation_id", "=", p("installation"))
    .where("git_pushes.state", "in", ["landed", "merged"])
    .orderBy("git_pushes.created_at", "desc")
    .limit(1),
);

interface CommitFacts {
  readonly installation: Row<"git_installations">;
  readonly space: Row<"spaces">;
  readonly head: Row<"revisions">;
  /** What the branch says, and what it shall say. */
  readonly roots: { readonly before: string; readonly now: string };
}

export interface CommitWords {
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly committer: { readonly name: string; readonly email: string };
}

/** The message and the people of a commit: the same for the same revision. */
export async function describeCommit(deps: Deps, described: CommitFacts): Promise<CommitWords> {
  const { installation, space, head, roots } = described;
  const { organization_id: organization, id: of, base_commit, created_at } = installation;
  const pushed = await lastPushed.first(deps.db.read, { organization, installation: of });
  // Before the first push all that was written since both sides are one goes out.
  const after = pushed?.created_at ?? (base_commit === null ? head.created_at : created_at);
  const found = await since.all(deps.db.read, { organization, space: space.id, after });
  const own = found.filter(({ id, git }) => git === null && id !== pushed?.id);
  const merges = own.filter(({ number }) => number !== null);
  const pages = await changedTitles(deps, organization, roots);
  const people = new Map(
    own.flatMap((row) => (row.created_by === null ? [] : [[row.created_by, row.display_name]])),
  );
  const [newest] = merges;
  const fill = (one: (typeof merges)[number] | undefined): string =>
    subjectOf(templateOf(installation, roots, one !== undefined), {
      number: one?.number,
      subject: one?.subject,
      space: space.title,
      pages,
      user: own[0]?.display_name ?? undefined,
    });
  const subject = fill(newest);
  const host = new URL(deps.addresses.app).hostname;
  const personOf = ([id, name]: readonly [string, string | null]) => ({
    name: name ?? "Unknown",
    email: `${id}@users.noreply.${host}`,
  });
  const [author, ...others] = [...people].map(personOf);
  const body = [
    ...(subject.length > LONGEST_SUBJECT ? [subject, ""] : []),
    ...merges.slice(1).map((merge) => `- ${fill(merge)}`),
    ...(merges.length > 1 ? [""] : []),
    `Lectern-Space: ${space.id}`,
    `Lectern-Revision: ${head.id}`,
    ...others.slice(0, MOST_NAMED).map((person) => `Co-authored-by: ${personText(person)}`),
  ];
  const committer = { name: "Lectern", email: `git@${host}` };
  return {
    message: `${cut(subject)}\n\n${body.join("\n")}\n`,
    author: author ?? committer,
    committer,
  };
}

/** Undefined: the pages speak for themselves. */
function templateOf(
  { commit_message_template: own }: CommitFacts["installation"],
  { before, now }: CommitFacts["roots"],
  isMerge: boolean,
): string | undefined {
  // Nothing of the space goes out.
  if (before === now) return AGENT_SUBJECT;
  return own ?? (isMerge ? DEFAULT_TEMPLATE : undefined);
}

function cut(subject: string): string {
  return subject.length <= LONGEST_SUBJECT ? subject : `${subject.slice(0, LONGEST_SUBJECT - 1)}…`;
}

interface Placeholders {
  readonly number: number | null | undefined;
  readonly subject: string | null | undefined;
  readonly space: string;
  readonly pages: readonly string[];
  readonly user: string | undefined;
}

/** Without a template and a change request the pages speak for themselves. */
function subjectOf(
  template: string | undefined,
  { number, subject, space, pages, user }: Placeholders,
): string {
  const [only = "content"] = pages;
  const said = pages.length < 2 ? `Update ${only}` : `Update ${pages.length} pages`;
  const values: Readonly<Record<string, string>> = {
    change_request_number: number === null || number === undefined ? "" : String(number),
    change_request_subject: subject || (number ? "No subject" : said),
    space,
    pages: String(pages.length),
    user: user ?? "Lectern",
  };
  const text =
    template?.replaceAll(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? all) : all,
    ) ?? said;
  return text.replaceAll(/\s+/g, " ").trim() || said;
}

/** The titles of the pages in which two revisions differ. */
async function changedTitles(
  { content }: Deps,
  organization: string,
  { before, now }: CommitFacts["roots"],
): Promise<string[]> {
  const here = content.of(organization);
  const [from, to] = [await here.root(before), await here.root(now)];
  const { pages } = await diffRevisions(here.nodes, from, to);
  const titles = await readPages(
    here.nodes,
    to,
    pages.slice(0, 1).map(({ key }) => key),
  );
  return pages.map(({ key, before: was }) => titles.get(key)?.title ?? was?.title ?? "");
}
