import type { Content } from "../../content/store.ts";
import { workOnText } from "../../content/textWork.ts";
import { sliceOfMap } from "../../../engine/mapRead.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { Page, VariableValue } from "../../../engine/page.ts";

/** The body as somebody without claims reads it. */
export async function evaluate(
  { nodes, organization }: Pick<Content, "nodes" | "organization">,
  root: RevisionRoot,
  page: Pick<Page, "variables">,
  body: string,
): Promise<string> {
  const vars = Object.fromEntries(await sliceOfMap<VariableValue>(nodes, root.variables));
  const data = {
    space: { vars },
    page: { vars: page.variables ?? {} },
    visitor: { claims: { unsigned: {} } },
  };
  return workOnText(organization, "evaluated", { text: body, data });
}
