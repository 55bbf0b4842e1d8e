/** An import of a space that this page didn't begin, or has forgotten: it was begun elsewhere, or before a reload. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  cancelJobById,
  getJobById,
  type ImportContentResult,
  type Job,
  listJobsInOrganization,
  type Progress,
  type Space,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { sayNotDone } from "../../ui/toasts.ts";
import { importWords } from "../../words/import.ts";
import type { Import } from "./imports.ts";

/** Milliseconds between two looks at a job. */
const LOOK_EVERY_MS = 2_000;
/** Jobs of the organization that are looked through, the newest first. */
const LOOKED_THROUGH = 50;

const isUnderway = ({ status }: Job): boolean => status === "queued" || status === "running";

interface FoundImport {
  /** Undefined where none goes on, and none that was found has ended since. */
  readonly it: Import | undefined;
  /** Looks for one again. */
  readonly look: () => void;
  /** Forgets the one that was found. */
  readonly close: () => void;
}

/** @param isWanted whether this page knows of none itself */
export function useFoundImport({ id: space, organization }: Space, isWanted: boolean): FoundImport {
  const cache = useQueryClient();
  const [closed, close] = useState<string>();
  const [found, find] = useState<string>();
  const newest = useQuery({
    queryKey: ["organization", organization, "jobs", "import", space],
    queryFn: async () => {
      const { items } = await listJobsInOrganization(client, organization, { limit: LOOKED_THROUGH });
      return items.find((job) => job.kind === "import" && job.space === space && isUnderway(job))?.id ?? null;
    },
    enabled: isWanted,
  });
  // It stays the one that is shown when it has ended.
  if (typeof newest.data === "string" && newest.data !== found) find(newest.data);
  const job = useQuery({
    queryKey: ["job", found],
    queryFn: () => getJobById(client, found ?? ""),
    enabled: isWanted && found !== undefined && found !== closed,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isUnderway(data) ? LOOK_EVERY_MS : false,
  });
  const cancel = (): void =>
    void cancelJobById(client, found ?? "")
      .catch(sayNotDone)
      .then(() => cache.invalidateQueries({ queryKey: ["job", found] }));
  const isShown = isWanted && found !== closed && job.data !== undefined;
  return {
    it: isShown ? importOf(job.data, cancel) : undefined,
    look: () => void newest.refetch(),
    close: () => close(found),
  };
}

function importOf({ status, progress = {}, report, error }: Job, cancel: () => void): Import {
  if (status === "done")
    return { state: "done", progress: {}, result: report as ImportContentResult, cancel };
  if (status === "failed")
    return { state: "failed", progress: {}, error: new Error(error ?? importWords.failed), cancel };
  if (status === "cancelled") return { state: "cancelled", progress: {}, cancel };
  return { state: "working", progress: progress as Progress, cancel };
}
