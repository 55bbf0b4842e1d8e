import { LONGEST_FILLED } from "../../../engine/document/dereferenced.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import type { Page, ReusableContent } from "../../../engine/page.ts";
import { reusableSource } from "../../../engine/revision.ts";
import type { SiteReader } from "../../access/siteReader.ts";
import { variablesShared } from "../../content/computed/named.ts";
import { dataFor } from "../../content/computed/opened.ts";
import type { ShownRevision } from "../../content/computed/shown.ts";
import { workOnText } from "../../content/textWork.ts";
import { openPace } from "../../turns/pace.ts";
import type { EvaluatedParts } from "./schema.ts";

/** Whom a text is evaluated for. */
export interface Audience extends Pick<SiteReader, "claims"> {
  readonly form: "reader" | "anybody" | "nobody";
}

const ANYBODY: Audience = { claims: { unsigned: {} }, form: "anybody" };
/** What depends on who reads stays as it is written. */
const NOBODY: Audience = { ...ANYBODY, form: "nobody" };

/** Of a reader of a site themselves, whatever is asked for; undefined: the text is wanted as it is written. */
export function audienceOf(
  reader: SiteReader | undefined,
  evaluated: EvaluatedParts = false,
): Audience | undefined {
  if (reader !== undefined) return { claims: reader.claims, form: "reader" };
  if (evaluated === false) return undefined;
  return evaluated === true ? ANYBODY : NOBODY;
}

/** A page, or a reusable content that is read alone. */
export interface TextSource extends Pick<Page, "variables"> {
  readonly id: string;
  readonly body?: string;
  readonly isShared?: boolean;
}

type Read = (body: string) => Promise<string>;

/** How texts are read that stand in a source. A reusable content is read with what the pages that show it have in common. */
export async function readingOf(
  organization: string,
  shown: Pick<ShownRevision, "nodes" | "root" | "body">,
  source: TextSource,
  audience: Audience | undefined,
): Promise<Read> {
  if (audience === undefined) return async (body) => body;
  const variables =
    source.isShared === true
      ? await variablesShared(organization, shown, audience, source)
      : source.variables;
  const data = (await dataFor(shown, audience))(variables === undefined ? {} : { variables });
  const isForNobody = audience.form === "nobody";
  return (text) => workOnText(organization, "evaluated", { text, data, isForNobody });
}

/** Reusable contents whose texts stand in one document. */
const MOST_INCLUDED = 100;
const KIND = reusableSource("");

/** The texts of the reusable contents of its space that a text names, itself or by way of others, by their ids. */
export async function includedTexts(
  organization: string,
  shown: Pick<ShownRevision, "nodes" | "root" | "body">,
  text: string,
  read: Read,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const waiting = [text];
  const pause = openPace();
  let length = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    await pause();
    for (const target of Object.keys(await workOnText(organization, "targets", { text: next }))) {
      if (!target.startsWith(KIND) || texts.size === MOST_INCLUDED) continue;
      const id = target.slice(KIND.length);
      const found = texts.has(id)
        ? undefined
        : await getFromMap<ReusableContent>(shown.nodes, shown.root.reusable, id);
      if (found === undefined) continue;
      const included = await read(await shown.body(found.body));
      length += included.length;
      // No more than that comes into a document.
      if (length > LONGEST_FILLED) return texts;
      texts.set(id, included);
      waiting.push(included);
    }
  }
  return texts;
}
