/** What readers say of a page by its form. */
import { siteUrl } from "../../../engine/siteAddress.ts";
import type { Page } from "../../../engine/page.ts";
import { readTrail } from "../../../engine/tree.ts";
import { invalid, unsupportedMedia } from "../../http/errors.ts";
import { refuseUnstorable } from "../../http/input.ts";
import { keepFeedback } from "../../nouns/sites/feedback/commands.ts";
import { redirectAnswer, type SiteAnswer } from "../../pages/answer.ts";
import { type PageAnswering, readingOf } from "../page/answering.ts";
import { lookOf } from "../page/frame.ts";
import { pageHref, pathOf } from "../reading/reading.ts";

/** Where the page thanks its reader; styles show it when the address names it. */
const THANKS = "~feedback-thanks";

const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;
const RATINGS = ["bad", "ok", "good"] as const;
/** Longest comment, in characters. */
const LONGEST = 512;

/**
 * Keeps what a reader says, and leads them back to the page. undefined: this reader is not asked there.
 * @throws 400 for what the form does not send, 415
 */
export async function takeFeedback(
  answering: PageAnswering,
  body: Buffer,
  contentType: string | undefined,
): Promise<SiteAnswer | undefined> {
  const { deps, frame, readings } = answering;
  if (!frame.isLive) return undefined;
  if (!FORM.test(contentType ?? ""))
    throw unsupportedMedia("Send the form as application/x-www-form-urlencoded.");
  const form = new URLSearchParams(body.toString("utf8"));
  const id = form.get("page") ?? "";
  const reading = await readingOf(readings, id);
  const trail = reading && (await readTrail(reading.nodes, reading.root, id));
  if (reading === undefined || trail === undefined || !lookOf(frame, reading).settings.feedback.enabled)
    return undefined;
  const rating = RATINGS.find((each) => each === form.get("rating"));
  if (rating === undefined) throw invalid(`The field "rating" is one of ${RATINGS.join(", ")}.`);
  const comment = (form.get("comment") ?? "").trim();
  if ([...comment].length > LONGEST)
    throw invalid(`The field "comment" takes at most ${LONGEST} characters.`);
  refuseUnstorable(comment, { texts: true });
  const href = pageHref(reading, id, pathOf(trail));
  const { site, organization } = frame.published;
  const { basename, hostname, proxy } = site;
  // Without the key that the address may have been opened by.
  const own = siteUrl(deps.addresses, { organization, basename, hostname, proxy });
  const { title } = trail.at(-1) as Page;
  await deps.db.transact((tx) =>
    keepFeedback(
      tx,
      { newId: deps.newId, now: deps.clock.now() },
      {
        site,
        siteSpace: reading.variant.id,
        space: reading.variant.space,
        page: { id, title },
        url: own + href.slice(frame.basePath.length),
        rating,
        comment: comment === "" ? undefined : comment,
      },
    ),
  );
  return redirectAnswer(`${href}#${THANKS}`, 303);
}
