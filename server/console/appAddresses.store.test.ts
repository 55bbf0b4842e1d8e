/**
 * Where `urls.app` of what the API answers leads: each kind of thing in the document that has one is asked for, in each
 * place in which it is read, and its address has to be that of the screen that shows it there.
 */
import { beforeAll, expect, test } from "vitest";
import { isPossible, type RouteName, ROUTES } from "../../console/routes.ts";
import { operations } from "../app.ts";
import { describe as documentOf } from "../http/openapi.ts";
import { addressIn, makeOneOfEach } from "../test/oneOfEach.ts";
import { type Person, useWorld } from "../test/harness.ts";

const world = useWorld();

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Answers }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly responses: Answers };
}
type Answers = Readonly<Record<string, Schema>>;

const described = documentOf(operations, { version: "", server: "" }) as unknown as Described;

/** The screen that the console opens at an address: the first of its table. */
const routeAt = (path: string): string | undefined =>
  Object.entries(ROUTES).find(
    ([, pattern]) => isPossible(path) && new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path),
  )?.[0];

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split("/").at(-1);
const whole = (schema: Schema): Schema => {
  const name = nameOf(schema);
  return name === undefined ? schema : whole(described.components.schemas[name] ?? {});
};
/** What an operation answers when all is well; undefined for what is no JSON. */
function answerOf(url: string): Schema | undefined {
  const said = described.paths[`/v1${url.replaceAll(/:(\w+)/g, "{$1}")}`]?.["get"]?.responses["200"];
  const { content } = described.components.responses[nameOf(said ?? {}) ?? ""] ?? said ?? {};
  return content?.["application/json"]?.schema;
}

const hasApp = (schema: Schema): boolean =>
  whole(whole(schema).properties?.["urls"] ?? {}).properties?.["app"] !== undefined;

/** All kinds in the document that lead to the console. */
const kinds = Object.entries(described.components.schemas).flatMap(([name, schema]) =>
  hasApp(schema) ? [name] : [],
);

// oxlint-disable-next-line typescript/no-explicit-any -- a thing is whatever was answered
type Thing = any;
let owner: Person;
let known = new Map<string, string>();
let number = 0;

const id = (name: string): string => known.get(name) ?? "";
/** Where the pages of an answer are. */
function pagesOf(asked: string): readonly [RouteName, string] {
  const space = `/s/${id("spaceId")}`;
  if (asked.includes("/change-requests/") || asked.includes("%2Fchanges%2F"))
    return ["changedPage", `${space}/~/changes/${number}`];
  if (/\/revisions\/|%2Frevisions%2F/.test(asked))
    return ["revisionPage", `${space}/~/revisions/${id("revisionId")}`];
  return ["page", space];
}

const page = (one: Thing, asked: string): readonly [RouteName, string] => {
  const [name, above] = pagesOf(asked);
  return [name, `${above}/${one.id}`];
};
const ofOrganization = (name: RouteName, rest: (one: Thing) => string) => (one: Thing) =>
  [name, `/o/${world().organization}${rest(one)}`] as const;
const FOUND: Readonly<Record<string, RouteName>> = {
  space: "space",
  collection: "collection",
  page: "page",
  "change-request": "change",
  site: "site",
  spec: "spec",
  member: "members",
  team: "team",
};

/** The screen and the address of each kind, where it was asked for. */
const SCREENS: Readonly<
  Record<string, (one: Thing, asked: string) => readonly [name: RouteName, path: string | undefined]>
> = {
  ChangeRequest: (one) => ["change", `/s/${one.space}/~/changes/${one.number}`],
  Collection: (one) => ["collection", `/c/${one.id}`],
  FoundThing: (one) => [FOUND[one.type] as RouteName, undefined],
  GitReview: (one) => ["revision", `/s/${id("spaceId")}/~/revisions/${one.revision}`],
  GitWaiting: () => ["spaceGit", `/s/${id("spaceId")}/~/git`],
  Integration: (one) => ["anyIntegration", `/integrations/${one.name}`],
  IntegrationInstallation: ofOrganization("integration", (one) => `/integrations/${one.integration}`),
  Notification: ({ type }) =>
    type === "git-standstill"
      ? ["spaceGit", `/s/${id("spaceId")}/~/git`]
      : ["change", `/s/${id("spaceId")}/~/changes/${number}`],
  OpenAPISpec: ofOrganization("spec", (one) => `/specs/${one.slug}`),
  Organization: (one) => ["home", `/o/${one.id}`],
  Page: page,
  Revision: (one) => ["revision", `/s/${id("spaceId")}/~/revisions/${one.id}`],
  SearchPageResult: page,
  SearchSectionResult: () => ["page", undefined],
  Site: ofOrganization("site", (one) => `/sites/${one.id}`),
  Space: (one) => ["space", `/s/${one.id}`],
};

/** Whether a value may be what a schema describes, as far as tells one of several from the others. */
function fits(schema: Schema, value: Thing): boolean {
  const { required = [], properties = {}, allOf = [], anyOf, oneOf } = whole(schema);
  if (value === null || typeof value !== "object") return false;
  if (required.some((name) => !(name in value))) return false;
  const isOther = Object.entries(properties).some(([name, one]) => {
    const { const: only, enum: among = only === undefined ? undefined : [only] } = whole(one);
    return among !== undefined && name in value && !among.includes(value[name]);
  });
  const either = anyOf ?? oneOf;
  return (
    !isOther && allOf.every((one) => fits(one, value)) && (either?.some((one) => fits(one, value)) ?? true)
  );
}

const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
/** Fields that are answered and not described. */
const UNDESCRIBED: Readonly<Record<string, Schema>> = {
  versionContext: { properties: { changeRequest: named("ChangeRequest"), revision: named("Revision") } },
};

/** What in an answer leads to the console, with the kind that the document says it is of. */
function* leading(value: Thing, schema: Schema, kind = ""): Generator<readonly [kind: string, Thing]> {
  if (value === null || typeof value !== "object") return;
  const name = nameOf(schema) ?? kind;
  const { properties = {}, additionalProperties, items, allOf = [], anyOf = [], oneOf = [] } = whole(schema);
  if (Array.isArray(value)) {
    for (const one of value) yield* leading(one, items ?? {}, name);
    return;
  }
  if (hasApp(schema) && value.urls?.app !== undefined) yield [name, value];
  const among = [...anyOf, ...oneOf].find((one) => fits(one, value));
  for (const one of [...allOf, ...(among === undefined ? [] : [among])]) yield* leading(value, one, name);
  const rest = typeof additionalProperties === "object" ? additionalProperties : undefined;
  for (const [field, one] of Object.entries(value)) {
    const of = properties[field] ?? UNDESCRIBED[field] ?? rest;
    if (of !== undefined) yield* leading(one, of, `${name}.${field}`);
  }
}

/** How often an answer has an address of the console, whatever the document says. */
const count = (value: Thing): number =>
  value === null || typeof value !== "object"
    ? 0
    : Object.values(value).reduce<number>(
        (sum, one) => sum + count(one),
        typeof value.urls?.app === "string" ? 1 : 0,
      );

const write = (place: string, changes: readonly object[]) =>
  world().post(`${place}/content`, { changes }, owner);
const sheet = (title: string, markdown: string) => ({
  operation: "insert_page",
  type: "document",
  title,
  document: { markdown },
});

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  known = await makeOneOfEach(world(), owner);
  const space = addressIn(known, "/spaces/:spaceId");
  await write(space, [sheet("Quokka", `A quokka. [There](/pages/${id("pageId")})`)]);
  known.set("revisionId", (await world().get(space, owner)).body.revision);
  const request = addressIn(known, "/spaces/:spaceId/change-requests/:changeRequestId");
  number = (await world().get(request, owner)).body.number;
  const made = await write(request, [sheet("Added", `[There](/pages/${id("pageId")})`)]);
  expect(made.status).toBe(200);
  // What is told of, and what waits.
  const other = await world().addPerson("ben", "admin");
  await world().post(`${request}/reviews`, { status: "approved" }, other);
  await world().deps.db.transact(async (tx) => {
    const installation_id = id("gitInstallationId");
    await tx
      .updateTable("git_installations")
      .set({ state: "failed", failures: 99 })
      .where("organization_id", "=", world().organization)
      .where("id", "=", installation_id)
      .execute();
    const review = { number: 7, state: "open", title: "T", commit_id: "c", ref: "refs/pull/7/head" } as const;
    const flags = { fork: 0, wanted: 0, pages: 1, problem: null, closed_at: null } as const;
    const row = { organization_id: world().organization, installation_id, ...review, ...flags };
    const shown = { revision_id: id("revisionId"), change_request_id: null, updated_at: 0 };
    await tx
      .insertInto("git_reviews")
      .values({ ...row, ...shown })
      .execute();
  });
  await world().runJobs();
});

test("every address of the console in an answer is that of the screen that shows the thing", async () => {
  const seen = new Set<string>();
  const wrong: string[] = [];
  const inChange = encodeURIComponent(
    `http://app.test/s/${id("spaceId")}/~/changes/${number}/${id("pageId")}`,
  );
  const inRevision = encodeURIComponent(
    `http://app.test/s/${id("spaceId")}/~/revisions/${id("revisionId")}/${id("pageId")}`,
  );
  const QUERIES: Readonly<Record<string, readonly string[]>> = {
    searchSpaceContent: ["?query=quokka"],
    searchOrganizationContent: ["?query=quokka"],
    getContentByUrl: [`?url=${inChange}`, `?url=${inRevision}`],
    ...Object.fromEntries(
      operations
        .filter(({ url }) => url.endsWith("/find"))
        .map(({ operationId }) => [operationId, ["?query=a", "?query=e", "?query=S"]]),
    ),
  };
  for (const { method, url, operationId, access } of operations) {
    const schema = answerOf(url);
    if (method !== "GET" || access.kind === "anyone" || schema === undefined) continue;
    for (const query of QUERIES[operationId] ?? [""]) {
      const asked = addressIn(known, url) + query;
      const { status, body } = await world().get(asked, owner);
      if (status !== 200) continue;
      const things = [...leading(body, schema)];
      if (things.length !== count(body))
        wrong.push(`${operationId}: ${things.length} of ${count(body)} are known`);
      for (const [kind, thing] of things) {
        seen.add(kind);
        const { origin, pathname } = new URL(thing.urls.app);
        const [name, path = pathname] = SCREENS[kind]?.(thing, asked) ?? ["nothing", ""];
        if (origin !== "http://app.test" || routeAt(pathname) !== name || pathname !== path)
          wrong.push(
            `${operationId}: ${kind} leads to ${pathname} (${routeAt(pathname)}), not to ${path} (${name})`,
          );
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
});
