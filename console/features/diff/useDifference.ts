import { useEffect, useState } from "react";
import { inSteps } from "../../../engine/steps.ts";
import { compare, type Difference } from "./compare.ts";

/** Milliseconds of comparing between two turns of everything else on the page. */
const TURN = 8;

/** How two texts differ; undefined while they are compared, which takes long for long ones. */
export function useDifference(before: string, after: string): Difference | undefined {
  const [found, find] = useState<{
    readonly of: readonly [string, string];
    readonly difference: Difference;
  }>();
  useEffect(() => {
    let isWanted = true;
    let since = performance.now();
    const pause = () => {
      if (performance.now() - since < TURN) return undefined;
      return new Promise<void>((next, stop) => {
        setTimeout(() => {
          since = performance.now();
          if (isWanted) next();
          else stop(new Error("nobody waits for it any more"));
        });
      });
    };
    inSteps(compare(before, after), pause).then(
      (difference) => {
        if (isWanted) find({ of: [before, after], difference });
      },
      (error: unknown) => {
        if (isWanted) throw error;
      },
    );
    return () => {
      isWanted = false;
    };
  }, [before, after]);
  return found?.of[0] === before && found.of[1] === after ? found.difference : undefined;
}
