/**
 * What renderers of the time of 0.202 of the public API ask, parameter by parameter, by hand from its document: each is
 * taken, or stands here with what they do without.
 */
import { describe, expect, test } from "vitest";
import { operations } from "../../app.ts";
import { compileInput, type InputPart } from "../../http/input.ts";

const WHETHER = ["true", "false"];
const shareKey = ["a-key"];
const listed = { page: ["next"], limit: ["10"] };
const revision = { metadata: WHETHER, computed: WHETHER };
const text = {
  evaluated: [...WHETHER, "deterministic-only"],
  dereferenced: [...WHETHER, "reusable-contents"],
};
const page = {
  ...revision,
  ...text,
  format: ["document", "markdown"],
  "format.markdown.refs": ["relative", "stable"],
};
const made = (props: object) => ({
  source: {
    type: "builtin:openapi",
    props,
    dependencies: { spec: { ref: { kind: "openapi", spec: "animals" } } },
  },
  seed: "s",
});
const madeByIntegration = {
  source: { type: "integration:rows:list", props: {}, dependencies: {} },
  seed: "s",
};

interface Questions {
  readonly query?: Readonly<Record<string, readonly string[]>>;
  readonly bodies?: readonly object[];
}

const QUESTIONS: Readonly<Record<string, Questions>> = {
  resolvePublishedContentByUrl: {
    bodies: ["human", "agent"].map((type) => ({
      url: "https://docs.example.com/a",
      redirectOnError: true,
      visitor: { type, jwtToken: "a.b.c", unsignedClaims: { plan: "gold", of: { any: ["kind"] } } },
    })),
  },
  getPublishedContentByUrl: {
    query: { url: ["https://docs.example.com/a"], visitorAuthToken: ["a.b.c"], redirectOnError: WHETHER },
  },
  getPublishedContentSite: { query: { shareKey } },
  getSiteStructure: { query: { shareKey } },
  getSpaceById: { query: { shareKey } },
  getRevisionById: { query: revision },
  listPagesInRevisionById: { query: revision },
  listFilesInRevisionById: { query: { ...listed, ...revision } },
  getFileInRevisionById: { query: revision },
  getPageInRevisionById: { query: page },
  getPageInRevisionByPath: { query: { ...page, cachedMetadata: WHETHER } },
  getPageDocumentInRevisionById: { query: text },
  getReusableContentInRevisionById: { query: revision },
  getReusableContentDocumentInRevisionById: { query: text },
  getDocumentById: { query: { schema: ["current", "next"] } },
  getComputedDocument: {
    query: { schema: ["current", "next"] },
    bodies: [made({ doc: "models" }), made({ doc: "operations", page: "a" }), madeByIntegration],
  },
  getComputedRevision: { bodies: [made({ models: true, grouping: "by-tag" }), madeByIntegration] },
  getLatestOpenAPISpecVersionContent: {},
  getEmbedByUrlInSpace: { query: { url: ["https://video.example.com/1"] } },
  renderIntegrationUiWithPost: {
    bodies: [
      {
        componentId: "chart",
        props: {},
        state: {},
        context: { type: "document", spaceId: "s" },
        action: { action: "@ui" },
      },
    ],
  },
  getUserById: {},
  getChangeRequestById: {},
  getSiteRedirectBySource: { query: { shareKey, source: ["/old"] } },
  searchSiteContent: {
    query: listed,
    bodies: [
      { mode: "all" },
      { mode: "current", siteSpaceId: "a" },
      { mode: "specific", siteSpaceIds: ["a"] },
      { scope: { mode: "all" } },
      { scope: { mode: "default" } },
      { scope: { mode: "default", currentSiteSpace: "a" } },
      ...["currentSiteSpace", "otherSiteSpaces"].map((restrictTo) => ({
        scope: { mode: "default", currentSiteSpace: "a", restrictTo },
      })),
      { scope: { mode: "specific", siteSpaceIds: ["a"] } },
    ].map((scope) => ({ query: "quokka", ...scope })),
  },
};

/** What is refused, by its operation and the value. */
const REFUSED: Readonly<Record<string, string>> = {
  "getPageInRevisionById format.markdown.refs=relative": "Links in Markdown name things by their ids.",
  "getPageInRevisionByPath format.markdown.refs=relative": "Links in Markdown name things by their ids.",
};

/** Parameters that it can't be asked without. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getSiteRedirectBySource: { source: "/old" },
  getPublishedContentByUrl: { url: "https://docs.example.com/a" },
};

describe.each(Object.entries(QUESTIONS))("%s", (id, { query = {}, bodies = [] }) => {
  const operation = operations.find(({ operationId }) => operationId === id);
  const isTaken = (part: InputPart, schema: object | undefined, value: unknown): boolean =>
    schema !== undefined && compileInput(part, schema)(value) === true;

  test("is there", () => expect(operation).toBeDefined());

  const values = Object.entries(query).flatMap(([name, all]) => all.map((value) => [name, value] as const));
  test.each(values)("%s=%s", (name, value) => {
    const asked = { ...NEEDED[id], [name]: value };
    expect(isTaken("querystring", operation?.shapes.query, asked)).toBe(
      !Object.hasOwn(REFUSED, `${id} ${name}=${value}`),
    );
  });

  test.each(bodies)("%j", (body) => expect(isTaken("body", operation?.shapes.body, body)).toBe(true));
});

test("what is refused is asked", () => {
  const asked = new Set(
    Object.entries(QUESTIONS).flatMap(([id, { query = {} }]) =>
      Object.entries(query).flatMap(([name, all]) => all.map((value) => `${id} ${name}=${value}`)),
    ),
  );
  expect(Object.keys(REFUSED).filter((one) => !asked.has(one))).toEqual([]);
});
