import type { IntegrationInstallation } from "../../../sdk/src/index.ts";
import { integrationWords } from "../../words/integrations.ts";

interface InstallationStateProps {
  /** Undefined where it isn't installed. */
  readonly installation: Pick<IntegrationInstallation, "status" | "scripts"> | undefined;
}

/** Whether an integration is installed, and whether it works: what nothing runs here does nothing, however complete. */
export function InstallationState({ installation }: InstallationStateProps) {
  const status = installation?.status;
  const isIdle = status === "paused" && installation?.scripts === "not-run";
  const state = isIdle ? "draft" : status === "active" ? "open" : status === "paused" ? "failed" : "draft";
  return (
    <span className="state" data-state={state}>
      {status === undefined
        ? integrationWords.available
        : isIdle
          ? integrationWords.notRun
          : integrationWords.installationStates[status]}
    </span>
  );
}
