/** Headers as the OpenAPI document declares them: which requests read which, and which answers carry which. */
import type { TSchema } from "typebox";
import type { DocumentPart } from "./components.ts";
import type { Operation } from "./operation.ts";

const text = { type: "string" };
const count = { type: "integer" };
const header = (description: string, schema: object = text) => ({ description, schema });

/** Headers that answers carry, once each. */
export const sentHeaders: DocumentPart = {
  ETag: header(
    "Of what is answered. It begins with the version of the thing or the revision of the content, which `If-Match` of a " +
      "change compares.",
  ),
  "Idempotent-Replayed": header("`true`: the answer to an earlier request with this `Idempotency-Key`."),
  Location: header("The address of what was made, or of the job that goes on.", {
    type: "string",
    format: "uri-reference",
  }),
  "Preference-Applied": header("`return=minimal`: the answer was left out, as `Prefer` asked."),
  "Retry-After": header("Of 429 and 503: after how many seconds another try makes sense.", count),
  "X-RateLimit-Limit": header("Points that you may spend in a minute.", count),
  "X-RateLimit-Remaining": header("Points that are left of them.", count),
  "X-RateLimit-Reset": header("When the next minute begins, in seconds since 1970.", count),
};

/** What every answer to somebody carries. It is said where answers say the same, and not at each of the others. */
const RATE = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

const references = (names: readonly string[]): DocumentPart =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of an answer that many operations give: these, and those of all. */
export function carrying(...names: readonly string[]): DocumentPart {
  return references([...names, ...RATE]);
}

/** The headers of an answer that is an operation's own; undefined: none. */
export function headersOfAnswer({ tagged }: Operation, status: number): DocumentPart | undefined {
  const names = [
    ...(tagged && status !== 202 ? ["ETag"] : []),
    ...(status === 201 || status === 202 ? ["Location"] : []),
  ];
  return names.length === 0 ? undefined : references(names);
}

const asked = (name: string, description: string, schema: object = text) => ({
  name,
  in: "header",
  description,
  schema,
});

/** Headers that requests may have, by the names of their components. */
const readHeaders = {
  Once: {
    ...asked(
      "Idempotency-Key",
      "The request has its effect once, however often it is sent with this key: again it has the same answer.",
      { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
    ),
    // Said once, of all that refer to it.
    "x-lectern": { idempotent: true },
  },
  "If-Match": asked("If-Match", "The `ETag` of what you read: 412 when it has changed since."),
  "Prefer-minimal": asked("Prefer", "`return=minimal`: 204 instead of the answer.", {
    type: "string",
    enum: ["return=minimal"],
  }),
  "Prefer-async": asked("Prefer", "`respond-async`: 202 with a job at once.", {
    type: "string",
    enum: ["respond-async"],
  }),
  "Prefer-coalesce": asked(
    "Prefer",
    "`coalesce`: one of many small writes, such as of an editor that saves while somebody types. The revision takes the " +
      "place of the one before in the history, when that was written by the same person through the same session or " +
      "token less than ten minutes ago and nothing refers to it. Webhooks and integrations hear of it when nobody has " +
      "written for half a minute.",
    { type: "string", enum: ["coalesce"] },
  ),
};
export const headerParameters: DocumentPart = readHeaders;
type ReadHeader = keyof typeof readHeaders;

/** Whether a repeated request of it, under the same `Idempotency-Key`, has the same answer. */
function isIdempotent({ method, access }: Operation): boolean {
  return method !== "GET" && access.kind !== "anyone";
}

/** Whether it can go on as a job. */
export function goesOn({ answers }: Operation): boolean {
  return 202 in answers;
}

/** JSON, unless the schema says that it is the text or the bytes of something else. */
export function mediaType(schema: TSchema): string {
  const { contentMediaType, format } = schema as { contentMediaType?: string; format?: string };
  return contentMediaType ?? (format === "binary" ? "application/octet-stream" : "application/json");
}

/** Whether it can be held to a version. */
function takesIfMatch({ method, access, answers, ifMatch }: Operation): boolean {
  if (method === "GET" || access.kind !== "thing" || ifMatch === "nothing") return false;
  // What is made has nothing yet that could have changed; the content around it has.
  return !(201 in answers) || ifMatch === "content";
}

/** References to the headers that an operation reads. */
export function headersOf(operation: Operation): DocumentPart[] {
  const { method, answers } = operation;
  const names: ReadHeader[] = [
    ...(isIdempotent(operation) ? (["Once"] as const) : []),
    ...(takesIfMatch(operation) ? (["If-Match"] as const) : []),
    ...(method === "PATCH" && 200 in answers ? (["Prefer-minimal"] as const) : []),
    ...(goesOn(operation) && Object.keys(answers).length > 1 ? (["Prefer-async"] as const) : []),
    ...(operation.coalesces ? (["Prefer-coalesce"] as const) : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
