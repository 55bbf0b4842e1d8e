import type { IntegrationInstallationStatus } from "../../../sdk/src/index.ts";
import { developerWords } from "../../words/developers.ts";

interface InstallationStateProps {
  /** Undefined where it isn't installed. */
  readonly status: IntegrationInstallationStatus | undefined;
}

/** Whether an integration is installed, and whether it works. */
export function InstallationState({ status }: InstallationStateProps) {
  const state = status === "active" ? "open" : status === "paused" ? "failed" : "draft";
  return (
    <span className="state" data-state={state}>
      {status === undefined ? developerWords.available : developerWords.installationStates[status]}
    </span>
  );
}
