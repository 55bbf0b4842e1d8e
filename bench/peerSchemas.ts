/** The rows that the bare peer answers, as response schemas: every column, under its own name. */
import type { FastifySchema } from "fastify";

const text = { type: "string" } as const;
const whole = { type: "integer" } as const;
const maybe = (type: string) => ({ type: [type, "null"] });

const space = {
  type: "object",
  properties: {
    id: text,
    organization_id: text,
    parent_id: maybe("string"),
    position: text,
    title: text,
    emoji: maybe("string"),
    edit_mode: text,
    default_level: maybe("string"),
    created_by: maybe("string"),
    created_at: whole,
    updated_at: whole,
    deleted_at: maybe("integer"),
    acl: text,
    head: text,
    language: maybe("string"),
    comments: whole,
    change_requests: whole,
    change_requests_open: whole,
    change_requests_draft: whole,
    version: whole,
  },
} as const;

const list = {
  type: "object",
  properties: { items: { type: "array", items: space }, count: whole },
} as const;

const page = {
  type: "object",
  properties: {
    id: text,
    space_id: text,
    title: text,
    slug: text,
    path: text,
    description: text,
    created_at: whole,
    updated_at: whole,
    markdown: text,
  },
} as const;

export const answersSpace: FastifySchema = { response: { 200: space } };
export const answersList: FastifySchema = { response: { 200: list } };
export const answersPage: FastifySchema = { response: { 200: page } };

export const createsSpace: FastifySchema = {
  body: {
    type: "object",
    properties: { title: { type: "string", maxLength: 50 } },
    additionalProperties: false,
  },
  response: { 201: space },
};

/** The columns of a new space that are not the database's own defaults, in order. */
export const SPACE_COLUMNS =
  "id organization_id parent_id position title emoji edit_mode default_level created_by created_at updated_at deleted_at acl head language".split(
    " ",
  );
export const ADDRESS_COLUMNS = ["organization_id", "id"];
export const REVISION_COLUMNS =
  "organization_id id space_id type root parents created_at created_by change_request_id merged_from message git".split(
    " ",
  );
export const AUDIT_COLUMNS =
  "id organization_id occurred_at action actor_type actor_id token_id ip source target_type target_id target_label before after".split(
    " ",
  );

/** What one new space writes, as values for the columns above: the same rows that ours writes. */
export function newSpaceRows(input: {
  readonly newId: () => string;
  readonly organization: string;
  readonly user: string;
  readonly token: string;
  readonly title: string;
  readonly position: string;
  readonly acl: string;
  readonly root: string;
}): {
  readonly address: unknown[];
  readonly space: unknown[];
  readonly revision: unknown[];
  readonly audit: unknown[];
} {
  const { organization, user, title, acl } = input;
  const [id, revision, now] = [input.newId(), input.newId(), Date.now()];
  return {
    address: [organization, id],
    space: [
      id,
      organization,
      null,
      input.position,
      title,
      "📘",
      "live",
      "inherit",
      user,
      now,
      now,
      null,
      acl,
      revision,
      null,
    ],
    revision: [organization, revision, id, "edits", input.root, "[]", now, user, null, null, null, null],
    audit: [
      input.newId(),
      organization,
      now,
      "space.create",
      "user",
      user,
      input.token,
      "127.0.0.1",
      "api",
      "space",
      id,
      title,
      null,
      null,
    ],
  };
}
