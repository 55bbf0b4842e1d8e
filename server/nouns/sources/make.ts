/** From what a script answered to the pages that are kept: texts as Markdown, what leads to other pages by their ids. */
import type { JsonObject } from "../../../engine/json.ts";
import type { SourcePage } from "../../content/computed/contentSources.ts";
import { type PathLookup, storeBody } from "../../content/pageText.ts";
import type { Content } from "../../content/store.ts";
import { workOnText } from "../../content/textWork.ts";
import { splitPage } from "../../../engine/markdown/frontMatter.ts";
import { openPace } from "../../turns/pace.ts";
import { lookupFrom } from "../content/lookup.ts";
import { type AnsweredText, Misfit } from "./answer.ts";
import type { AskedPage, AskedPages } from "./ask.ts";

/** Characters of all texts of a source, as Markdown. */
const LONGEST_IN_ALL = 4_000_000;

/**
 * @param root the hash of that of the space's head: paths in texts are of its pages and files
 * @throws Misfit for a document that is none, and for too much
 */
export async function madePages(
  content: Content,
  root: string,
  { pages, ids }: AskedPages,
): Promise<SourcePage[]> {
  const known = lookupFrom(content, await content.root(root), { pages: new Map(), files: new Map() }, "");
  const lookup: PathLookup = {
    ...known,
    page: async (path) => ids.get(path.slice(1)) ?? known.page(path),
  };
  const pause = openPace();
  let left = LONGEST_IN_ALL;
  // Pages of one source have one text, which is read once.
  const read = new Map<AnsweredText, string>();
  const markdownFor = async (text: AnsweredText, page: AskedPage): Promise<string> => {
    const written = read.get(text) ?? (await markdownOf(content.organization, text, page));
    if (!("markdown" in text)) read.set(text, written);
    return written;
  };
  const make = async (page: AskedPage): Promise<SourcePage> => {
    const { text, target, pages: below, ...kept } = page;
    await pause();
    const { body } = await storeBody(text === undefined ? "" : await markdownFor(text, page), lookup);
    const written = "text" in body ? body.text : "";
    left -= written.length;
    if (left < 0)
      throw new Misfit(
        `Its texts are longer than ${LONGEST_IN_ALL} characters together. Make fewer pages, or several sources.`,
      );
    const leadsTo = target && linkTo(target, ids);
    const inside: SourcePage[] = [];
    for (const one of below) inside.push(await make(one));
    return { ...kept, ...(leadsTo === undefined ? {} : { target: leadsTo }), body: written, pages: inside };
  };
  const made: SourcePage[] = [];
  for (const page of pages) made.push(await make(page));
  return made;
}

async function markdownOf(organization: string, text: AnsweredText, { title }: AskedPage): Promise<string> {
  // A title that begins the text is the page's, which has it already.
  if ("markdown" in text) {
    const { body, refused } = splitPage(text.markdown, title);
    if (refused !== undefined) throw new Misfit(`The Markdown of "${title}" can't be read: ${refused}`);
    return body;
  }
  // A stranger's may be of a megabyte: a long one is read in a thread.
  const { markdown, problems } = await workOnText(organization, "fromDocument", {
    text: JSON.stringify(text.document),
  });
  const [problem] = problems;
  if (markdown.trim() === "" && problem !== undefined)
    throw new Misfit(`The document of "${title}" can't be read: ${problem.path} ${problem.message}`);
  return markdown;
}

/** A page of the answer by the id that it has here. @throws Misfit when there is none */
function linkTo(target: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  const { kind, page } = target;
  if (kind !== "page" || typeof page !== "string") return target;
  const id = ids.get(page);
  if (id === undefined)
    throw new Misfit(
      `A link leads to the page ${page}, which isn't in the answer. Name the id of one that is.`,
    );
  return { kind, page: id };
}
