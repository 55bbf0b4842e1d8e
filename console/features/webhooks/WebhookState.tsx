import type { Webhook } from "../../../sdk/src/index.ts";
import { ago } from "../../ui/Time.tsx";
import { developerWords } from "../../words/developers.ts";

/** How a webhook stands, in a word. */
export function WebhookState({ webhook: { active, disabled, failingSince } }: { readonly webhook: Webhook }) {
  const { states } = developerWords;
  const [state, text] =
    disabled !== undefined
      ? ["failed", states.disabled[disabled.because]]
      : !active
        ? ["draft", states.paused]
        : failingSince !== undefined
          ? ["failed", states.failing(ago(failingSince))]
          : ["open", states.active];
  return (
    <span className="state" data-state={state}>
      {text}
    </span>
  );
}
