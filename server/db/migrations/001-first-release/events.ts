/** Events, who is told of them, and what came of it. */
import type { TableDescription } from "../table.ts";

export const events = [
  {
    name: "outbox",
    columns: {
      id: "text",
      kind: "text",
      organization_id: "text?",
      space_id: "text?",
      /** What it happened to. */
      subject_id: "text?",
      /** JSON */
      payload: "text",
      /** JSON: the revision that was written, with the ids of its pages unless they are too many; null: none was. */
      written: "text?",
      created_at: "int",
      /** null: listeners outside hear of it at once. Else it stands for what was written since `held_since`. */
      due_at: "int?",
      held_since: "int?",
      /** When its deliveries were made; null while there is nobody to tell. */
      taken_at: "int?",
      /** Whether somebody is still to be told of it in person. */
      personal: "flag = 0",
      /**
       * When the network that keeps answers of sites is to be told of it, and how often still; null: it changes nothing
       * that readers see, or all is told.
       */
      purge_at: "int?",
      purges: "int = 0",
      /** How many scripts stand behind it: 0 where a person did it, one more where a script did that was told of it. */
      depth: "int = 0",
    },
    counts: true,
    unique: [["id"]],
    indexes: {
      outbox_untaken: { columns: ["seq"], unique: false, where: "taken_at is null" },
      outbox_personal: { columns: ["seq"], unique: false, where: "personal = 1" },
      outbox_purges: { columns: ["purge_at"], unique: false, where: "purge_at is not null" },
      outbox_held: {
        columns: ["space_id"],
        unique: false,
        where: "taken_at is null and due_at is not null",
      },
    },
  },
  {
    name: "event_targets",
    of: "organization",
    columns: {
      id: "text",
      /** What is told, and how: `webhook`, for one. Each kind has a sender (server/jobs/delivery). */
      kind: "text",
      url: "text?",
      description: "text?",
      /** Sealed for `event_targets|secret|<id>`. */
      secret: "text?",
      /** The one before, which signs beside it until `former_until`. */
      former_secret: "text?",
      former_until: "int?",
      /** JSON list of types; empty: all. */
      events: "text = []",
      /** JSON list of ids; null: all, and what belongs to no space. */
      spaces: "text?",
      active: "flag = 1",
      /** The user with whose rights it is told: without them it ends. */
      owner_id: "text",
      /** Events up to this one of the outbox happened before anybody asked. */
      after_seq: "int = 0",
      /** When the failures began that no success has ended. */
      failing_since: "int?",
      delivered_at: "int?",
      disabled_at: "int?",
      disabled_because: "text?: failures | gone | owner | script",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
      /** JSON list of ids, of installations alone; null: all. What happens on a site is told them by the site. */
      sites: "text?",
    },
    key: ["id"],
    indexes: {
      event_targets_active: { columns: ["organization_id"], unique: false, where: "active = 1" },
      event_targets_in_order: ["organization_id", "created_at", "id"],
    },
  },
  {
    name: "deliveries",
    of: "organization",
    columns: {
      id: "text",
      target_id: "text",
      event_id: "text",
      type: "text",
      space_id: "text?",
      /** Of what was asked for a site as a whole. */
      site_id: "text?",
      /** Deliveries of one lane go out one after the other; null: in no order. */
      lane: "text?",
      /** The order in its lane: that of the outbox. */
      seq: "int",
      /** JSON, as it is sent. */
      body: "text",
      /** That of the event. */
      depth: "int = 0",
      state: "text: waiting | delivered | failed",
      /** How often it was sent, ever. */
      attempts: "int = 0",
      /** How often since `since`: what the wait until the next one follows from. */
      tries: "int = 0",
      /** When it was asked for, the last time. */
      since: "int",
      /** null: an earlier one of its lane comes first, or it is finished. */
      due_at: "int?",
      created_at: "int",
      finished_at: "int?",
    },
    key: ["id"],
    unique: [["target_id", "event_id"]],
    refers: { target_id: "event_targets cascade" },
    indexes: {
      deliveries_by_age: ["finished_at"],
      deliveries_of_lane: {
        columns: ["organization_id", "target_id", "lane", "seq"],
        unique: false,
        where: "state = 'waiting'",
      },
      deliveries_due: { columns: ["due_at", "seq"], unique: false, where: "state = 'waiting'" },
      deliveries_in_order: ["organization_id", "target_id", "created_at", "seq", "id"],
    },
  },
  {
    name: "delivery_attempts",
    of: "organization",
    columns: {
      delivery_id: "text",
      number: "int",
      at: "int",
      duration: "int",
      status: "int?",
      error: "text?",
      /** The beginning of the answer. */
      answer: "text?",
      /** JSON: what a script wrote on its console; null: nothing, or it was none. */
      console: "text?",
    },
    key: ["delivery_id", "number"],
    refers: { delivery_id: "deliveries cascade" },
  },
  /** What somebody was told in person. */
  {
    name: "notifications",
    of: "organization",
    columns: {
      id: "text",
      user_id: "text",
      /** Of the outbox, or of the job that ended. */
      event_id: "text",
      type: "text: review-requested | reviewed | comment | reply | mention | merged | job-ended | git-standstill",
      /** What it is about: a space or a site. */
      space_id: "text?",
      site_id: "text?",
      change_request_id: "text?",
      comment_id: "text?",
      reply_id: "text?",
      job_id: "text?",
      /** Who did it; null: nobody, or they are gone. */
      actor_id: "text?",
      created_at: "int",
      read_at: "int?",
    },
    key: ["id"],
    unique: [["user_id", "event_id"]],
    refers: { user_id: "users cascade", space_id: "spaces cascade", site_id: "sites cascade" },
    indexes: {
      notifications_in_order: ["user_id", "created_at", "id"],
      notifications_of_user: ["user_id", "id"],
      notifications_by_age: ["created_at"],
    },
  },
] as const satisfies readonly TableDescription[];
