/** What a space translates. */
import { queryOptions } from "@tanstack/react-query";
import { getSpaceTranslation, NotFound } from "../../sdk/src/index.ts";
import { client } from "./client.ts";

/** What a space translates; null for one that translates none. */
export const spaceTranslationOf = (space: string) =>
  queryOptions({
    queryKey: ["space", space, "translation"],
    structuralSharing: false,
    queryFn: () =>
      getSpaceTranslation(client, space).catch((error: unknown) => {
        if (error instanceof NotFound) return null;
        throw error;
      }),
  });
