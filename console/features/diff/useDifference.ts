import { useEffect, useState } from "react";
import { inSteps } from "../../../engine/steps.ts";
import { turns } from "../../ui/turns.ts";
import { compare, type Difference } from "./compare.ts";

/** How two texts differ, or how two former ones did, which are not compared with any others yet. */
export interface FoundDifference {
  readonly difference: Difference;
  readonly isFormer: boolean;
}

/**
 * How two texts differ; undefined while they are compared, which takes long for long ones.
 * @param isHeld whether it is what it was until then
 */
export function useDifference(before: string, after: string, isHeld = false): FoundDifference | undefined {
  const [found, find] = useState<{
    readonly of: readonly [string, string];
    readonly difference: Difference;
  }>();
  useEffect(() => {
    let isWanted = true;
    inSteps(
      compare(before, after),
      turns(() => isWanted),
    ).then(
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
  if (found === undefined) return undefined;
  const isFormer = found.of[0] !== before || found.of[1] !== after;
  return isFormer && !isHeld ? undefined : { difference: found.difference, isFormer };
}
