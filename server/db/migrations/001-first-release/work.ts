/** What the server's own work needs. */
import type { TableDescription } from "../table.ts";

export const work = [
  {
    name: "meta",
    columns: {
      key: "text",
      value: "text",
    },
    key: ["key"],
  },
  {
    name: "jobs",
    columns: {
      id: "text",
      kind: "text",
      /** At most one queued or running job has a given key. */
      key: "text?",
      /** JSON */
      payload: "text",
      state: "text: queued | running | done | failed | cancelled = queued",
      /** JSON */
      progress: "text?",
      /** JSON */
      report: "text?",
      attempts: "int = 0",
      due_at: "int",
      /** What a running one was due at when it was claimed: asked for again, it is due later. */
      claimed_due: "int?",
      lease_until: "int?",
      /** Grows with every claim: a worker whose claim was taken over can't write any more. */
      fence: "int = 0",
      created_by: "text?",
      organization_id: "text?",
      space_id: "text?",
      /** The person whom it writes to. */
      user_id: "text?",
      created_at: "int",
      finished_at: "int?",
      error: "text?",
    },
    key: ["id"],
    indexes: {
      jobs_of_space: ["space_id", "created_at", "id"],
      jobs_of_organization: ["organization_id", "created_at", "id"],
      jobs_due: ["state", "due_at", "id"],
      jobs_waiting: ["state", "kind", "organization_id", "due_at", "id"],
      jobs_key: { columns: ["key"], unique: true, where: "state in ('queued', 'running')" },
    },
  },
  /** Who has which page open: a row for each session and place, which is written again while they stay. */
  {
    name: "presence",
    of: "organization",
    columns: {
      space_id: "text",
      /** '' is the space itself. */
      change_request_id: "text = ",
      session_id: "text",
      user_id: "text",
      page_id: "text?",
      /** The block that they are writing in. */
      block: "text?",
      seen_at: "int",
    },
    key: ["space_id", "change_request_id", "session_id"],
    refers: { user_id: "users cascade", session_id: "sessions cascade", space_id: "spaces cascade" },
    indexes: {
      presence_of_session: ["session_id"],
      presence_of_user: ["user_id"],
      presence_by_age: ["seen_at"],
    },
  },
  {
    name: "idempotency",
    columns: {
      user_id: "text",
      key: "text",
      operation: "text",
      request_hash: "text",
      /** `large`: done, and its answer was too large to be kept. */
      state: "text: running | done | large",
      status: "int?",
      /** JSON */
      headers: "text?",
      body: "text?",
      created_at: "int",
    },
    key: ["user_id", "key"],
    refers: { user_id: "users cascade" },
    indexes: {
      idempotency_by_age: ["created_at"],
    },
  },
  {
    name: "audit",
    columns: {
      id: "text",
      /** null: a change of the installation itself, or of a person. It outlives the organization. */
      organization_id: "text?",
      occurred_at: "int",
      action: "text",
      actor_type: "text: user | installation | integration | system",
      actor_id: "text",
      actor_label: "text?",
      token_id: "text?",
      ip: "text?",
      source: "text: api | ui | cli | job",
      target_type: "text",
      target_id: "text",
      target_label: "text?",
      /** JSON */
      before: "text?",
      /** JSON */
      after: "text?",
    },
    counts: true,
    unique: [["id"]],
    indexes: {
      audit_by_target: ["organization_id", "target_id", "occurred_at", "seq"],
      audit_by_actor: ["organization_id", "actor_id", "occurred_at", "seq"],
      audit_by_action: ["organization_id", "action", "occurred_at", "seq"],
      audit_by_time: ["organization_id", "occurred_at", "seq"],
      audit_of_person: ["actor_id", "seq"],
      audit_of_organization: ["organization_id", "seq"],
    },
  },
] as const satisfies readonly TableDescription[];
