/** The blocks that integrations bring to a space. */
import { queryOptions } from "@tanstack/react-query";
import type { IntegrationBlock } from "../../../engine/markdown/integrationBlocks.ts";
import { listSpaceIntegrationsBlocks } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import type { ComponentOf } from "./kit.ts";

/** A block as a page names it, and as people know it. */
export interface BroughtBlock {
  /** `integration/block`. */
  readonly name: string;
  readonly title: string;
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
        (blocks as readonly { readonly id: string; readonly title: string }[]).map(({ id, title }) => ({
          name: `${name}/${id}`,
          title,
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
