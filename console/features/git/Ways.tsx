/** What becomes of what changes on either side. */
import type { GitSyncInstallation } from "../../../sdk/src/index.ts";
import { ChoiceField } from "../../ui/Field.tsx";
import { gitWords } from "../../words/git.ts";
import { outgoingsFor } from "./directions.ts";

export type WayChoice = Pick<GitSyncInstallation, "incoming" | "outgoing">;

interface WaysProps {
  readonly values: WayChoice;
  readonly set: (values: Partial<WayChoice>) => void;
  /** The content goes to the branch first: there is nothing to choose. */
  readonly isPushed?: boolean;
  readonly isSite?: boolean;
}

const INCOMINGS = Object.entries(gitWords.incomings) as [WayChoice["incoming"], string][];

export const Ways = ({
  values: { incoming, outgoing },
  set,
  isPushed = false,
  isSite = false,
}: WaysProps) => (
  <>
    <ChoiceField
      label={gitWords.incoming}
      help={gitWords.incomingHelp[incoming]}
      value={incoming}
      set={(way) => set({ incoming: way })}
      choices={INCOMINGS}
    />
    {isPushed ? null : (
      <ChoiceField
        label={gitWords.outgoing}
        help={gitWords.outgoingHelp[outgoing]}
        value={outgoing}
        set={(way) => set({ outgoing: way })}
        choices={outgoingsFor(isSite)}
      />
    )}
  </>
);
