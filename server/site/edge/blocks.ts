/** What readers do with the blocks of integrations: a button that is pressed has the block drawn anew. */
import { attribute, html } from "../../../design/html.ts";
import { invalid, notFound, unavailable, unsupportedMedia } from "../../http/errors.ts";
import { refuseUnstorable } from "../../http/input.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { htmlAnswer, type SiteAnswer } from "../../pages/answer.ts";
import { findAt, type PageAnswering } from "../page/answering.ts";
import { type BlockQuestion, redrawn } from "../page/blockDrawings.ts";
import { textsOf } from "../page/body.ts";
import { lookOf } from "../page/frame.ts";
import { surroundingsOf } from "../page/surroundings.ts";
import { segmentsOf } from "../reading/place.ts";

/** The service of a site that takes it. */
export const BLOCKS = "blocks";

interface BlockPost extends BlockQuestion {
  /** The address of the page that has it. */
  readonly path: string;
}

/**
 * The block as it is drawn now, or what its component gave where that is done. undefined: this reader is shown no such
 * block.
 * @throws 400, 415; 503 where the integration gave no answer
 */
export async function answerBlock(
  answering: PageAnswering,
  body: Buffer,
  contentType: string | undefined,
): Promise<SiteAnswer | undefined> {
  const { deps, frame } = answering;
  if (!frame.isLive) return undefined;
  if (!/^application\/json(?:\s*;|$)/i.test(contentType ?? "")) throw unsupportedMedia("Send JSON.");
  const { path, ...question } = postFrom(body);
  const segments = path.startsWith(frame.basePath)
    ? segmentsOf(`/${path.slice(frame.basePath.length)}`)
    : undefined;
  if (segments === undefined) return undefined;
  const found = await findAt(answering, segments);
  const page = found?.trail.at(-1);
  if (found === undefined || page === undefined) return undefined;
  const { reading } = found;
  const texts = textsOf(page, await surroundingsOf(reading, page));
  const output = await redrawn(reading, texts, question).catch((error: unknown) => {
    if (error instanceof ScriptFailure) throw unavailable(error.message);
    throw error;
  });
  if (output === undefined) throw notFound("The block");
  const { locale } = lookOf(frame, reading);
  const { type, state, returnValue = {} } = output;
  // What somebody wrote in a field stays, unless the integration says otherwise of it.
  const kept = question.action === undefined ? state : { ...question.state, ...(state as object) };
  // Its window closes, and what it gave goes to the block that opened it.
  const text =
    type === "complete"
      ? html`<section ${attribute("data-kit-returned", JSON.stringify(returnValue))}></section>`.text
      : await deps.renderer.run("block", {
          block: question.block,
          output: { ...output, state: kept },
          locale,
        });
  return { ...htmlAnswer(text), cache: "never" };
}

/** @throws 400 */
function postFrom(body: Buffer): BlockPost {
  const given = fieldsFrom(parsed(body));
  refuseUnstorable(given, { texts: true });
  const { path, componentId, seal } = given;
  const { name, props } = fieldsFrom(given["block"]);
  const isNamed = typeof path === "string" && typeof name === "string";
  if (!isNamed || !["string", "undefined"].includes(typeof componentId)) throw unread();
  const own = Object.entries(fieldsFrom(props)).map(([key, value]) => [key, String(value)] as const);
  return {
    path,
    block: { name, props: Object.fromEntries(own) },
    componentId: componentId as string | undefined,
    props: fieldsFrom(given["props"]),
    seal: typeof seal === "string" ? seal : "",
    state: fieldsFrom(given["state"]),
    action: given["action"] === undefined ? undefined : fieldsFrom(given["action"]),
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw unread();
  }
}

function fieldsFrom(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unread();
  return value as Readonly<Record<string, unknown>>;
}

const unread = () =>
  invalid(
    "Send JSON with `path`, `block` with its `name` and `props`, `props` with their `seal`, `state` and perhaps `action`.",
  );
