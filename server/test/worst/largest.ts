/** The largest requests that an operation takes: what its schema allows, and by hand what the schema doesn't tell. */
import { craftZip } from "../../importers/zip.fixture.ts";
import type { Operation } from "../../http/operation.ts";
import { acceptedBody, addressOf, formOf, type RawBody } from "../accepted.ts";
import { uploadFont } from "../oneOfEach.ts";
import { type Schema, sampleOf } from "../sampleOf.ts";
import type { Place, WorstFigures } from "./installation.ts";
import { DENSE_TEXTS, denseTable } from "./texts.ts";

/** What is sent: to the operation's own address unless one is said. */
export interface WorstRequest extends Partial<RawBody> {
  readonly path?: string;
  readonly body?: unknown;
}

type Requests = (place: Place) => readonly WorstRequest[] | Promise<readonly WorstRequest[]>;

const BYTES = { "content-type": "application/octet-stream" };
const MARKDOWN = "text/markdown";

/** As many texts as fit a body. */
const texts = ({ body, text }: WorstFigures): readonly number[] =>
  Array.from({ length: Math.max(1, Math.min(50, Math.floor(body / text))) }, (_, index) => index);

const pagesOf = (figures: WorstFigures, make: (length: number) => string) => ({
  changes: texts(figures).map((index) => ({
    operation: "insert_page",
    title: `Large ${index}`,
    document: { markdown: make(figures.text) },
  })),
});

/** Each of the dense texts once, in one body. */
const eachText = (figures: WorstFigures) => ({
  changes: Object.entries(DENSE_TEXTS).map(([of, make]) => ({
    operation: "insert_page",
    title: `More of ${of}`,
    document: { markdown: make(Math.min(figures.text, figures.body / 10)) },
  })),
});

/** Fifty texts that somebody wrote over, brought back. */
const reverted: Requests = async ({ figures, known, ask }) => {
  const content = `/spaces/${known.get("spaceId")}/content`;
  const small = { ...figures, text: Math.min(figures.text, figures.body / 50) };
  const { body } = await ask("post", content, pagesOf(small, denseTable));
  const pages: string[] = body.changes.map(({ page }: { page: string }) => page);
  const { revision } = (await ask("get", `/spaces/${known.get("spaceId")}`)).body;
  const markdown = "Written over.";
  const over = pages.map((page) => ({ operation: "update_page", page, document: { markdown } }));
  await ask("post", content, { changes: over });
  return [{ body: { changes: pages.map((page) => ({ operation: "revert_page", page, revision })) } }];
};

/** One text of all kinds. */
const eachOf = (length: number): string =>
  Object.values(DENSE_TEXTS)
    .map((make) => make(length / 10))
    .join("\n\n");

/** An archive of dense texts, each in a file. */
const archive = (figures: WorstFigures): RawBody => {
  const entries = texts(figures).map((index) => ({ name: `${index}.md`, bytes: denseTable(figures.text) }));
  return formOf("a.zip", "application/zip", craftZip(entries));
};

const html = (length: number): string =>
  `<html><body><main><h1>A</h1><table>${"<tr><td>a</td><td>a</td></tr>".repeat(length / 30)}</table></main></body></html>`;

const imported: Requests = ({ figures }) => [
  archive(figures),
  formOf("a.md", MARKDOWN, eachOf(figures.text)),
  formOf("a.html", "text/html", html(figures.text)),
];

/** A description of an API with operations that all use one another's schemas. */
function description({ body }: WorstFigures): string {
  const count = Math.max(1, Math.floor(Math.min(body, 4_000_000) / 400));
  const schemas = Array.from({ length: count }, (_, index) => [
    `S${index}`,
    { type: "object", properties: { next: { $ref: `#/components/schemas/S${(index + 1) % count}` } } },
  ]);
  const paths = schemas.map(([name], index) => [
    `/things/${index}`,
    {
      get: {
        responses: {
          200: {
            description: "OK",
            content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
          },
        },
      },
    },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Large", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  });
}

const said: Requests = () => [{ body: { body: { markdown: eachOf(9000) } } }];

/** Where the site is read: what was asked before may have moved it, or taken it away. */
async function published({ known, world, ask }: Place): Promise<string> {
  const site = `/orgs/${world.organization}/sites/${known.get("siteId")}`;
  await ask("post", `${site}/publish`);
  return (await ask("get", site)).body.urls.published;
}

/** A page with all those below it: the whole space is more than is printed at once. */
const printed = ({ known }: Place, path: string): readonly WorstRequest[] => [
  { path: `/spaces/${known.get("spaceId")}${path}?page=${known.get("first page")}` },
];

/** A block that the space and the change request say otherwise. */
const contested: Requests = async ({ figures, known, ask }) => {
  const space = `/spaces/${known.get("spaceId")}`;
  const of = (markdown: string) => ({
    changes: [{ operation: "update_page", page, document: { markdown } }],
  });
  const insert = { operation: "insert_page", title: "Contested", document: { markdown: "One." } };
  const { body } = await ask("post", `${space}/content`, { changes: [insert] });
  const page = body.changes[0].page as string;
  const request = `${space}/change-requests/${(await ask("post", `${space}/change-requests`, {})).body.id}`;
  await ask("post", `${request}/content`, of("Two."));
  await ask("post", `${space}/content`, of("Three."));
  await ask("post", `${request}/update`);
  const { id } = (await ask("get", `${request}/conflicts`)).body.items[0];
  return [
    { path: `${request}/conflicts/${id}`, body: { resolution: { markdown: denseTable(figures.text) } } },
  ];
};

/** Something new, in the trash. */
const inTrash =
  (list: string, one: string): Requests =>
  async ({ world, more, ask }) => {
    const made = await ask("post", `/orgs/${world.organization}/${list}`, { title: "Gone" });
    const path = one.replace("/orgs/", `/orgs/${world.organization}/`) + made.body.id;
    await world.delete(path, more.owner);
    return [{ path: `${path}/purge` }];
  };

/** Requests that the schema alone doesn't make the most of; each of them is taken. */
const LARGEST: Readonly<Record<string, Requests>> = {
  updateSpaceContent: async (place) => [
    { body: pagesOf(place.figures, denseTable) },
    { body: eachText(place.figures) },
    ...(await reverted(place)),
  ],
  updateChangeRequestContent: ({ figures }) => [
    { body: pagesOf(figures, denseTable) },
    { body: eachText(figures) },
  ],
  updateChangeRequest: async ({ known, figures, ask }) => {
    await ask("post", `/spaces/${known.get("spaceId")}/content`, eachText(figures));
    return [{}];
  },
  resolveChangeRequestConflict: contested,
  importContent: imported,
  importContentInPageById: imported,
  importContentInChangeRequest: ({ figures }) => [archive(figures)],
  importContentInChangeRequestPageById: ({ figures }) => [archive(figures)],
  uploadFile: ({ figures }) => [formOf("a.txt", "text/plain", "a".repeat(figures.body))],
  uploadFileToChangeRequest: ({ figures }) => [formOf("a.txt", "text/plain", "a".repeat(figures.body))],
  putUploadPart: async ({ known, figures, ask }) => {
    const size = Math.min(figures.body, 8_000_000);
    const { body } = await ask("post", "/uploads", { size, space: known.get("spaceId") });
    return [{ path: `/uploads/${body.id}/parts/1`, raw: Buffer.alloc(size, "a"), headers: BYTES }];
  },
  createOpenAPISpec: ({ figures }) => [{ body: { slug: "large", source: { text: description(figures) } } }],
  createOrUpdateOpenAPISpecBySlug: ({ figures }) => [{ body: { source: { text: description(figures) } } }],
  postCommentInSpace: said,
  postCommentReplyInSpace: said,
  postCommentInChangeRequest: said,
  postCommentReplyInChangeRequest: said,
  submitChangeRequestReview: () => [{ body: { status: "approved", comment: { markdown: eachOf(9000) } } }],
  inviteUsersToOrganization: ({ figures: { several: length } }) => [
    { body: { emails: Array.from({ length }, (_, index) => `person${index}@example.com`) } },
  ],
  bulkUpsertSiteRedirects: ({ figures: { several: length } }) => [
    {
      body: {
        redirects: Array.from({ length }, (_, index) => ({
          source: `/former/${index}`,
          destination: { kind: "external", url: `https://example.com/${index}` },
        })),
      },
    },
  ],
  publishIntegration: ({ bodies, figures }) => [
    {
      body: {
        ...(bodies["publishIntegration"] as object),
        script: "a;".repeat(Math.min(figures.body, 999_000) / 2),
      },
    },
  ],
  createCustomFont: async ({ world, more }) => {
    const storageKey = await uploadFont(world, more.owner);
    return [{ body: { fontFamily: "Other", fontFaces: [{ weight: 400, storageKey }] } }];
  },
  startImportRun: ({ known }) => [
    {
      body: {
        source: { type: "website", url: "https://127.0.0.1:65535/" },
        target: { space: known.get("spaceId") },
      },
    },
  ],
  searchSiteContent: () => [
    { body: { query: "page of many words it item quoted ".repeat(15), scope: { mode: "all" } } },
  ],
  updateGlossaryEntries: () => [
    {
      body: {
        operations: Array.from({ length: 100 }, (_, index) => ({
          type: "insert",
          translations: { en: `word ${index}`, de: `Wort ${index}` },
        })),
      },
    },
  ],
  purgeSpace: inTrash("spaces", "/spaces/"),
  purgeCollection: inTrash("collections", "/collections/"),
  purgeSite: inTrash("sites", "/orgs/sites/"),
  resolvePublishedContentByUrl: async (place) => [{ body: { url: await published(place) } }],
  getPublishedContentByUrl: async (place) => [
    { path: `/urls/published?url=${encodeURIComponent(await published(place))}` },
  ],
  getContentByUrl: async ({ known, ask }) => {
    const { app } = (await ask("get", `/spaces/${known.get("spaceId")}`)).body.urls;
    return [{ path: `/urls/content?url=${encodeURIComponent(app)}` }];
  },
  getSpacePDF: (place) => {
    const now = printed(place, "/pdf");
    return [...now, ...now.map((request) => ({ ...request, headers: { prefer: "respond-async" } }))];
  },
  getChangeRequestPDF: (place) =>
    printed(place, `/change-requests/${place.known.get("changeRequestId")}/pdf`),
  getSiteRedirectBySource: ({ world, known }) => [
    { path: `/orgs/${world.organization}/sites/${known.get("siteId")}/redirect?source=/a-moved-page` },
  ],
};

/** The requests of an operation that has none of its own: the first that is taken says for how long it holds the loop. */
export interface WorstRequests {
  readonly requests: readonly WorstRequest[];
  /** Whether each of them has to be taken; otherwise what is made up may contradict itself, and one is enough. */
  readonly isOwn: boolean;
}

/** @throws when nothing is known for a part of its path: then it has no entry */
export async function worstRequests(operation: Operation, place: Place): Promise<WorstRequests> {
  const path = addressOf(operation, place.known, place.more) + queryOf(operation);
  const own = await LARGEST[operation.operationId]?.(place);
  if (own !== undefined) return { isOwn: true, requests: own.map((request) => ({ path, ...request })) };
  const least = { path, ...acceptedBody(operation, place.bodies) };
  if (operation.shapes.body === undefined || operation.upload !== undefined)
    return { isOwn: false, requests: [least] };
  const schema = operation.shapes.body as Schema;
  const made = [true, false].map((isComplete) => ({
    path,
    body: largest(schema, sampleOf(schema, isComplete), { left: place.figures.body }),
  }));
  return { isOwn: false, requests: [...made, least] };
}

/** The largest pages of lists, whole documents, and what is searched for. */
function queryOf({ shapes, url }: Operation): string {
  const query = (shapes.query ?? {}) as Schema;
  const asked: Record<string, string> = {};
  for (const [name, field] of Object.entries(query.properties ?? {})) {
    if (name === "limit") asked[name] = String(field.maximum ?? 1000);
    else if (name === "query" || name === "search")
      asked[name] = "page of many words it item quoted ".repeat(20).slice(0, field.maxLength).trim();
    else if (query.required?.includes(name) === true) asked[name] = String(sampleOf(field, false, name));
    else if (name === "format" && !url.includes("reusable")) asked[name] = "document";
  }
  const text = new URLSearchParams(asked).toString();
  return text === "" ? "" : `?${text}`;
}

/** A value for a schema as large as it takes: texts and lists at their limits, until the body is full. */
function largest(schema: Schema, value: unknown, room: { left: number }): unknown {
  const choices = schema.oneOf ?? schema.anyOf;
  const chosen = choices?.find(({ type }) => type !== "null");
  if (chosen !== undefined) return largest(chosen, value, room);
  if (typeof value === "string") return longest(schema, value, room);
  if (Array.isArray(value) && value.length > 0 && schema.items !== undefined)
    return longestList(schema, schema.items, value, room);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const of = schema.properties?.[key];
      return [key, of === undefined ? field : largest(of, field, room)];
    }),
  );
}

function longestList(schema: Schema, of: Schema, value: unknown[], room: { left: number }): unknown[] {
  const most = Math.min(schema.maxItems ?? 100, 1000);
  if (schema.uniqueItems === true) return of.enum === undefined ? value : of.enum.slice(0, most);
  const items: unknown[] = [];
  while (items.length < most && room.left > 0) items.push(largest(of, structuredClone(value[0]), room));
  return items.length === 0 ? value : items;
}

function longest(
  schema: Schema & { readonly pattern?: string },
  value: string,
  room: { left: number },
): string {
  room.left -= value.length + 10;
  const isFree = schema.pattern === undefined && schema.format === undefined && schema.enum === undefined;
  if (!isFree || schema.const !== undefined || schema.maxLength === undefined) return value;
  const length = Math.max(value.length, Math.min(schema.maxLength, room.left));
  room.left -= length - value.length;
  return "a "
    .repeat(Math.ceil(length / 2))
    .slice(0, length)
    .trimEnd()
    .padEnd(length, "a");
}
