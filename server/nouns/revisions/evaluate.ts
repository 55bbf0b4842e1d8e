import type { SiteReader } from "../../access/siteReader.ts";
import { variablesShared } from "../../content/computed/named.ts";
import { dataFor } from "../../content/computed/opened.ts";
import type { ShownRevision } from "../../content/computed/shown.ts";
import { workOnText } from "../../content/textWork.ts";
import type { Page, ReusableContent } from "../../../engine/page.ts";

const ANYBODY = { claims: { unsigned: {} } };

/** The body as the reader reads it; unless there is one, as somebody without claims. */
export async function evaluate(
  organization: string,
  shown: Pick<ShownRevision, "nodes" | "root">,
  page: Pick<Page, "variables">,
  body: string,
  reader: Pick<SiteReader, "claims"> = ANYBODY,
): Promise<string> {
  const data = await dataFor(shown, reader);
  return workOnText(organization, "evaluated", { text: body, data: data(page) });
}

/** The same of a reusable content that is read alone, with what the pages that show it have in common. */
export async function evaluateShared(
  organization: string,
  shown: Pick<ShownRevision, "nodes" | "root" | "body">,
  reusable: Pick<ReusableContent, "id" | "body">,
  reader: Pick<SiteReader, "claims"> = ANYBODY,
): Promise<string> {
  const variables = await variablesShared(organization, shown, reader, reusable);
  return evaluate(organization, shown, { variables }, await shown.body(reusable.body), reader);
}
