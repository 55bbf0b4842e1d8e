import type { OpenAPISpec } from "../../../sdk/src/index.ts";
import { developerWords } from "../../words/developers.ts";

/** How the last reading of a description went. */
export function SpecState({ spec }: { readonly spec: OpenAPISpec }) {
  const { processingState, lastProcessErrorCode: fault } = spec;
  const isRead = processingState === "complete";
  return (
    <span className="state" data-state={!isRead ? "draft" : fault === undefined ? "open" : "failed"}>
      {isRead && fault !== undefined
        ? developerWords.specFaults[fault]
        : developerWords.specStates[processingState]}
    </span>
  );
}
