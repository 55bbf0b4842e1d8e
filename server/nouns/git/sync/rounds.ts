/** A sync is begun anew when the branch, or what is written in Lectern, has moved meanwhile. */
import type { Read } from "../../../db/database.ts";
import { findInstallation } from "../queries.ts";
import { type SyncHalted, SyncOutrun } from "./ended.ts";
import type { Installation } from "./syncRun.ts";

/** How often in one run. */
const MOST_ROUNDS = 5;

/** Syncs until both sides say the same. @param gone what is thrown when it was disconnected meanwhile */
export async function inRounds<Report>(
  read: Read,
  first: Installation,
  { syncOnce, gone }: { syncOnce: (installation: Installation) => Promise<Report>; gone: () => SyncHalted },
): Promise<Report> {
  let installation = first;
  for (let round = 1; ; round += 1) {
    try {
      return await syncOnce(installation);
    } catch (error) {
      if (!(error instanceof SyncOutrun) || round >= MOST_ROUNDS) throw error;
      const now = await findInstallation(read, installation);
      if (now === undefined) throw gone();
      installation = now;
    }
  }
}
