/** What the server's own work needs. */
import type { Generated, GeneratedAlways } from "kysely";

interface MigrationRow {
  name: string;
  applied_at: number;
}

interface MetaRow {
  key: string;
  value: string;
}

type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

interface JobRow {
  id: string;
  kind: string;
  /** At most one queued or running job has a given key. */
  key: string | null;
  /** JSON */
  payload: string;
  state: Generated<JobState>;
  /** JSON */
  progress: string | null;
  /** JSON */
  report: string | null;
  attempts: Generated<number>;
  due_at: number;
  lease_until: number | null;
  /** Grows with every claim: a worker whose claim was taken over can't write any more. */
  fence: Generated<number>;
  created_by: string | null;
  organization_id: string | null;
  space_id: string | null;
  created_at: number;
  finished_at: number | null;
  error: string | null;
}

interface IdempotencyRow {
  user_id: string;
  key: string;
  operation: string;
  request_hash: string;
  /** `large`: done, and its answer was too large to be kept. */
  state: "running" | "done" | "large";
  status: number | null;
  /** JSON */
  headers: string | null;
  body: string | null;
  created_at: number;
}

interface AuditRow {
  seq: GeneratedAlways<number>;
  id: string;
  /** null: a change of the installation itself, or of a person. It outlives the organization. */
  organization_id: string | null;
  occurred_at: number;
  action: string;
  actor_type: "user" | "installation" | "system";
  actor_id: string;
  actor_label: string | null;
  token_id: string | null;
  ip: string | null;
  source: "api" | "ui" | "cli" | "job";
  target_type: string;
  target_id: string;
  target_label: string | null;
  /** JSON */
  before: string | null;
  /** JSON */
  after: string | null;
  /** Chained over the organization's entries, by the job that seals them. */
  hash: string | null;
}

export interface WorkTables {
  migrations: MigrationRow;
  meta: MetaRow;
  jobs: JobRow;
  idempotency: IdempotencyRow;
  audit: AuditRow;
}
