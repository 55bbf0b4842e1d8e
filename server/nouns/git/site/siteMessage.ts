/** What a commit says that brings changes of several spaces of a site. */
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { personText } from "../../../ports/git/commit.ts";
import type { SiteRow } from "../../sites/site/present.ts";
import type { JoinedSides } from "../sync/intake.ts";
import { type CommitWords, describeCommit } from "../sync/message.ts";
import type { Installation } from "../sync/syncRun.ts";

export interface SpokenPart {
  readonly space: Row<"spaces">;
  readonly joined: JoinedSides;
  /** What the branch says of the space, and what it shall say. */
  readonly roots: { readonly before: string; readonly now: string };
  readonly isAgreed: boolean;
}

interface SiteCommit {
  readonly installation: Installation;
  readonly site: SiteRow;
  readonly parts: readonly SpokenPart[];
  /** What it says of files of the site's own. */
  readonly own: readonly string[];
}

const MOST_NAMED = 10;

/** The message and the people of a commit: those of the space, where it is one. */
export async function describeSiteCommit(
  deps: Deps,
  { installation, site, parts, own }: SiteCommit,
): Promise<CommitWords> {
  const host = new URL(deps.addresses.app).hostname;
  const committer = { name: "Lectern", email: `git@${host}` };
  const said: CommitWords[] = [];
  for (const { space, joined, roots } of parts)
    if (roots.before !== roots.now)
      said.push(
        await describeCommit(deps, { installation: joined.installation, space, head: joined.head, roots }),
      );
  const [only] = said;
  if (only !== undefined && said.length === 1 && own.length === 0) return only;
  const subjects = said.map(({ message }) => message.split("\n", 1)[0] ?? "");
  const named = [...subjects, ...own];
  const [first = "Update content"] = named;
  const subject = named.length > 1 ? `Update ${site.title}: ${said.length} spaces` : first;
  const lines = named.length > 1 ? [...named.slice(0, MOST_NAMED).map((line) => `- ${line}`), ""] : [];
  const authors = new Map(said.map(({ author }) => [author.email, author]));
  authors.delete(committer.email);
  const [author = committer, ...others] = [...authors.values()];
  const body = [
    ...lines,
    `Lectern-Site: ${installation.site_id ?? ""}`,
    ...others.slice(0, MOST_NAMED).map((person) => `Co-authored-by: ${personText(person)}`),
  ];
  const cut = subject.length <= 72 ? subject : `${subject.slice(0, 71)}…`;
  return { message: `${cut}\n\n${body.join("\n")}\n`, author, committer };
}
