/** Doing what the server wants to be confirmed where something would be lost: that is told first, as it says it. */
import { useState } from "react";
import { Conflict } from "../../../sdk/src/index.ts";

export function useTold(act: (confirm: boolean) => Promise<void>) {
  const [error, fail] = useState<Error>();
  const [isBusy, work] = useState(false);
  // What would be lost, as it is said.
  const [losses, ask] = useState<string>();
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    work(true);
    fail(undefined);
    try {
      await act(false);
    } catch (reason) {
      if (reason instanceof Conflict && reason.type === "confirm-needed")
        ask(reason.details[0]?.message ?? "");
      else fail(reason as Error);
    } finally {
      work(false);
    }
  };
  return { error, isBusy, losses, submit, giveUp: () => ask(undefined) };
}
