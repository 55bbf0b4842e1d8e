import type { OpenAPISpec } from "../../../sdk/src/index.ts";
import { words } from "../../words.ts";

/** How the last reading of a description went. */
export function SpecState({ spec }: { readonly spec: OpenAPISpec }) {
  const { processingState, lastProcessErrorCode: fault } = spec;
  const isRead = processingState === "complete";
  return (
    <span className="state" data-state={!isRead ? "draft" : fault === undefined ? "open" : "failed"}>
      {isRead && fault !== undefined ? words.specFaults[fault] : words.specStates[processingState]}
    </span>
  );
}
