/** The change request of `lectern demo`: somebody proposes, others ask, answer and review. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Lectern } from "./throughServer.ts";

/** Who takes part, each by the API as themselves. */
export interface DemoTeam {
  readonly author: Lectern;
  readonly reviewer: Lectern;
  /** The person who ran the command. One of the reviews is asked of them, and stays open for them to give. */
  readonly administrator: Lectern;
}

const CHANGED = "rain-gauge";

/** Proposes the page of the folder `proposal`, discusses it and asks for reviews; gives the address of the change request. */
export async function makeDemoReview(
  { author, reviewer, administrator }: DemoTeam,
  space: string,
  folder: string,
): Promise<string> {
  await administrator.spaces.update(space, {
    mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_approved_review" }] },
  });
  const { id, urls } = await author.changeRequests.create(space, {
    subject: "Don't wake everybody when the rain gauge is calibrated",
    description:
      "Three customers had a storm alert from half a litre of water. The page now begins with the maintenance mode, and says what to do when the count is off.",
  });
  const page = await author.changeRequests.pages.getByPath(space, id, `your-station/${CHANGED}`);
  const markdown = await readFile(join(folder, "proposal", `${CHANGED}.md`), "utf8");
  await author.changeRequests.content.update(space, id, {
    changes: [{ operation: "update_page", page: page.id, document: { markdown } }],
  });
  const me = await administrator.users.me();
  const { id: asked } = await reviewer.users.me();
  await author.changeRequests.reviewers.request(space, id, { users: [asked, me.id] });
  await discuss({ author, reviewer, administrator }, { space, id, page: page.id });
  return urls.app;
}

async function discuss(
  { author, reviewer }: DemoTeam,
  { space, id, page }: { readonly space: string; readonly id: string; readonly page: string },
): Promise<void> {
  const said = (markdown: string) => ({ body: { markdown } });
  const time = await reviewer.changeRequests.comments.create(space, id, {
    ...said("Why thirty minutes now? The bottle in the box takes twenty."),
    page,
  });
  await author.changeRequests.commentReplies.create(
    space,
    id,
    time.id,
    said(
      "The new bucket is lighter. In the workshop we lost **two tips of 125** at twenty minutes, none at thirty.",
    ),
  );
  await reviewer.changeRequests.comments.update(space, id, time.id, {
    addedReactions: ["👍"],
    resolved: true,
  });
  await reviewer.changeRequests.reviews.submit(space, id, {
    status: "changes-requested",
    comment: { markdown: "Good. Please say how to *leave* the maintenance mode, too: I forgot it twice." },
  });
}
