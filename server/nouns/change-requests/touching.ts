/** Which change requests of a space change a page: found by looking it up in each, before and after. */
import { pageEvents } from "../../../engine/diff.ts";
import { readPage } from "../../../engine/tree.ts";
import type { Content } from "../../content/store.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { ChangeRequestStatus, SpaceKey } from "../../db/schema.ts";
import { given } from "../../http/shapes.ts";
import { openPace } from "../../turns/pace.ts";

/** So many are looked into, the newest. */
const MOST_READ = 1000;
/** Looked into at once. */
const AT_ONCE = 20;

const rootsOf = prepared(
  (read, p: Params<{ organization: string; space: string; status: ChangeRequestStatus }>) =>
    read
      .selectFrom("change_requests")
      .innerJoin("revisions as after", (on) =>
        on
          .onRef("after.organization_id", "=", "change_requests.organization_id")
          .onRef("after.id", "=", "change_requests.head"),
      )
      .innerJoin("revisions as before", (on) =>
        on.onRef("before.organization_id", "=", "change_requests.organization_id").on((eb) =>
          eb(
            "before.id",
            "=",
            // What `ancestorOf` says.
            eb.fn.coalesce("change_requests.merged_ancestor", "change_requests.revision_initial"),
          ),
        ),
      )
      .select(["change_requests.number", "before.root as before", "after.root as after"])
      .where("change_requests.organization_id", "=", p("organization"))
      .where("change_requests.space_id", "=", p("space"))
      .where("change_requests.status", "=", p("status"))
      .orderBy("change_requests.number", "desc")
      .limit(MOST_READ),
);

/** The numbers of the change requests in one status that change a page: its text, its fields, its place or that it is there. */
export async function numbersTouching(
  read: Read,
  content: Content,
  { organization_id: organization, id: space }: SpaceKey,
  status: ChangeRequestStatus,
  page: string,
): Promise<number[]> {
  const found: number[] = [];
  const pause = openPace();
  const rows = await rootsOf.all(read, { organization, space, status });
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const looked = rows.slice(at, at + AT_ONCE).map(async ({ number, before, after }) => {
      if (before === after) return;
      const [was, is] = await Promise.all(
        [before, after].map(async (root) => readPage(content.nodes, await content.root(root), page)),
      );
      const change = { key: page, ...given("before", was), ...given("after", is) };
      if (pageEvents({ pages: [change] }).length > 0) found.push(number);
    });
    await Promise.all(looked);
    // SQLite answers within this turn.
    await pause();
  }
  return found;
}
