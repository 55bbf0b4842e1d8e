/** Drawings of diagrams that only browsers can draw: kept by the server for readers, paper and machines. */
import { queryOptions } from "@tanstack/react-query";
import { LONGEST_DRAWING } from "../../engine/markdown/html/diagramSource.ts";
import { askJson } from "./ask.ts";

interface Answer {
  readonly isWanted: boolean;
}

/** Whether the server wants one of this text from whoever is here. */
export const wantedDrawing = (space: string, text: string) =>
  queryOptions({
    queryKey: ["drawing", space, text],
    staleTime: Infinity,
    retry: false,
    throwOnError: false,
    queryFn: async (): Promise<boolean> =>
      (await askJson<Answer>("PUT", "drawings", { space, text })).isWanted,
  });

/** Leaves a drawing with the server. One that doesn't get there is drawn again another time. */
export async function keepDrawing(space: string, text: string, svg: string): Promise<void> {
  if (svg.length > LONGEST_DRAWING) return;
  await askJson<Answer>("PUT", "drawings", { space, text, svg }).catch(() => undefined);
}
