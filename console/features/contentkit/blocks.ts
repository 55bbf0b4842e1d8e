/** The blocks that integrations bring to a space. */
import { queryOptions } from "@tanstack/react-query";
import { isFields, type KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import type { IntegrationBlock } from "../../../engine/markdown/integrationBlocks.ts";
import { listSpaceIntegrationsBlocks, renderIntegrationUiWithPost } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import type { ComponentOf } from "./kit.ts";

/** A block as a page names it, and as people know it. */
export interface BroughtBlock {
  /** `integration/block`. */
  readonly name: string;
  readonly title: string;
  /** Patterns of the addresses that turn into it. */
  readonly unfurls: readonly string[];
}

interface DeclaredBlock {
  readonly id: string;
  readonly title: string;
  readonly urlUnfurl?: readonly string[];
}

/** Milliseconds for which what is installed is taken to be the same. */
const SAME_MS = 60_000;

export const blocksOf = (space: string) =>
  queryOptions({
    queryKey: ["space", space, "integration blocks"],
    staleTime: SAME_MS,
    throwOnError: false,
    queryFn: async (): Promise<readonly BroughtBlock[]> =>
      (await listSpaceIntegrationsBlocks(client, space)).flatMap(({ name, blocks }) =>
        (blocks as readonly DeclaredBlock[]).map(({ id, title, urlUnfurl = [] }) => ({
          name: `${name}/${id}`,
          title,
          unfurls: urlUnfurl,
        })),
      ),
  });

/** What draws a block. @param editable whether it may say what the page says of it */
export function componentOf(
  { name, props }: IntegrationBlock,
  space: string,
  editable: boolean,
): ComponentOf {
  const [integration = "", componentId = ""] = name.split("/", 2);
  return { integration, componentId, props, context: { type: "document", spaceId: space, editable } };
}

/** What a block says of an address that was pasted where it may stand; undefined where it makes nothing of it. */
export async function unfurled(
  name: string,
  space: string,
  url: string,
): Promise<IntegrationBlock["props"] | undefined> {
  const { integration, componentId, props, context } = componentOf({ name, props: {} }, space, true);
  const action = { action: "@link.unfurl", url };
  const output = await renderIntegrationUiWithPost(client, integration, {
    componentId,
    props,
    context,
    action,
  });
  const given = isFields(output["props"]) ? writtenProps(output["props"]) : {};
  return Object.keys(given).length === 0 ? undefined : given;
}

/** Another name would end the tag, and say something else in the page. */
const NAME = /^[A-Za-z_][\w-]{0,99}$/;

/** What an integration says of a block, as a page says it: in texts. */
export function writtenProps(props: KitFields): IntegrationBlock["props"] {
  const texts = Object.entries(props).flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return text === undefined || !NAME.test(name) ? [] : [[name, text] as const];
  });
  return Object.fromEntries(texts);
}
