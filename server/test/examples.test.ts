/**
 * The examples of the document, one a named schema, out of what is sent to this server and what it answers: `npm run
 * examples` writes them down, and here they are made again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { operations } from "../app.ts";
import { mediaType } from "../http/documentHeaders.ts";
import { describe, exampleName } from "../http/openapi.ts";
import type { Operation } from "../http/operation.ts";
import { useGitHost } from "../nouns/git/gitSpace.fixture.ts";
import { apiSchemas } from "./apiSchemas.ts";
import { playGit } from "./exampleGit.ts";
import { playScenes } from "./exampleScenes.ts";
import { writeExamples } from "./exampleWrites.ts";
import {
  exampleBodies,
  exampleQuestions,
  WITHOUT_ANSWER,
  WITHOUT_EXAMPLE,
  WITHOUT_SAMPLE,
} from "./exampleBodies.ts";
import { type Answer, type Person, useWorld, type World } from "./harness.ts";
import { addressIn, makeOneOfEach, type Making } from "./oneOfEach.ts";
import { operationAt } from "./operationAt.ts";
import { sampleOf, type Schema } from "./sampleOf.ts";

const FILE = new URL("../http/examples.json", import.meta.url);
const POINTER = "#/components/schemas/";
type Json = Readonly<Record<string, unknown>>;

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Json }>>>>;
  readonly components: Readonly<Record<"schemas" | "responses", Readonly<Record<string, Json>>>>;
}

const document = describe(operations, { version: "", server: "" }) as unknown as Described;
const ajv = apiSchemas(document);

const isExample = (name: string, value: unknown): boolean =>
  ajv.validate({ $ref: `openapi${POINTER}${name}` }, value) === true;

/** Fields whose values differ with the machine, or have signs that ids don't have. */
const FIXED: Readonly<Record<string, unknown>> = {
  build: "0.1.0+node24.0.0",
  duration: 12,
  secret: "whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29r",
  certificate: "-----BEGIN CERTIFICATE-----\nMIIDFzCCAf…\n-----END CERTIFICATE-----\n",
};

/** Fields whose values are named by ids. */
const BY_ID = new Set(["siteSpaces"]);

/** How often a delivery was tried depends on how long all else took: it is shown after the first time. */
const early = (key: string, value: unknown): unknown =>
  key === "attempts" && typeof value === "number"
    ? Math.min(value, 1)
    : key === "log" && Array.isArray(value)
      ? value.slice(0, 1)
      : value;

/** What differs from run to run, as it is in every example. */
function settled(value: unknown, names: Map<string, string>, byId = false): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map((item) => settled(item, names));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        byId ? (settled(key, names) as string) : key,
        FIXED[key] ?? settled(early(key, part), names, BY_ID.has(key)),
      ]),
    );
  if (typeof value !== "string") return value;
  return (
    value
      // What is packed has another size each time.
      .replace(/(?<=\?SAMLRequest=).*/, "fZJPb9swDMW%2BC7Bv&RelayState=example")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-03-14T09:26:53.000Z")
      .replace(
        /https?:\/\/(?:[\w-]+\.)*(?:test|localhost|127\.0\.0\.1)(?::\d+)?/g,
        "https://docs.example.com",
      )
      .replace(/(?<!\d)\d{13}(?!\d)/g, "1773480413000")
      // Ids have 20 letters and digits, which may all be letters; secrets and hashes are longer, and may have no
      // digit either. The signature of an address may be as short as a word, and the proof of a hostname may have no
      // digit: they are known by their places.
      .replace(
        /(?<=lectern-proof=)[\w-]+|(?<=\/~\/(?:files|openapi)\/[^/]+\/[^/]+\/)[\w-]+(?=\/)|(?<![\w-])(?:(?=\w*[A-Z])[0-9A-Za-z]{20}|(?=[\w-]*\d)[\w-]{21,}|(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{40,})(?![\w-])/g,
        (id) => {
          const name = names.get(id) ?? `example${String(names.size + 1).padStart(13, "0")}`;
          names.set(id, name);
          return name;
        },
      )
  );
}

/** Takes the first value of each named schema that is in what was sent or answered, whatever named schema it is part of. */
function collect(schema: Json, value: unknown, found: Map<string, unknown>): void {
  if (value === undefined || value === null) return;
  const { $ref } = schema as { readonly $ref?: string };
  if ($ref !== undefined) {
    const name = $ref.slice(POINTER.length);
    if (!isExample(name, value)) return;
    if (!found.has(name)) found.set(name, value);
    return collect(document.components.schemas[name] as Json, value, found);
  }
  for (const part of [schema["allOf"], schema["anyOf"], schema["oneOf"]].flat() as (Json | undefined)[])
    if (part !== undefined) collect(part, value, found);
  if (Array.isArray(value)) for (const item of value) collect((schema["items"] ?? {}) as Json, item, found);
  else if (typeof value === "object") {
    const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Json>>;
    const others = (schema["additionalProperties"] ?? {}) as Json;
    for (const [key, part] of Object.entries(value)) collect(properties[key] ?? others, part, found);
  }
}

/** What is said of every answer that an operation doesn't name. */
const ERROR = { $ref: "#/components/responses/Error" };

/** The schema of what an operation answers, undefined where it is no JSON. */
function answered({ method, url }: Operation, status = 200): Json | undefined {
  const path = pathOf(url);
  const said = document.paths[path]?.[method.toLowerCase()]?.responses[status] as Json | undefined;
  const { $ref } = (said ?? ERROR) as { readonly $ref?: string };
  const answer = $ref === undefined ? said : document.components.responses[$ref.split("/").at(-1) as string];
  const content = answer?.["content"] as Readonly<Record<string, { readonly schema: Json }>> | undefined;
  return content?.["application/json"]?.schema;
}

/** A path as the document has it. */
const pathOf = (url: string): string => `/v1${url.replace(/^\/$/, "").replace(/:(\w+)/g, "{$1}")}`;

/** The schema of the body that an operation takes; undefined where it takes no JSON. */
function taken({ method, url }: Operation): Json | undefined {
  const operation = document.paths[pathOf(url)]?.[method.toLowerCase()] as
    | { readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> } }
    | undefined;
  return operation?.requestBody?.content["application/json"]?.schema;
}

/** Bodies that were taken, with their operations. */
const sent: { readonly operation: Operation; readonly body: unknown }[] = [];

/** What operations answered, by their ids; of lists one that has something. */
const heard = new Map<string, { readonly status: number; readonly body: unknown }>();

/** All that they answered, refusals too. */
const answers: { readonly operation: Operation; readonly status: number; readonly body: unknown }[] = [];

function hear(method: string, path: string, { status, body }: Answer): Operation | undefined {
  const operation = operationAt(method, path.replace(/\?.*/, ""));
  if (operation !== undefined) answers.push({ operation, status, body });
  if (operation === undefined || status >= 300) return undefined;
  const { items } = (body ?? {}) as { readonly items?: readonly unknown[] };
  const says = typeof body === "object" && body !== null && items?.length !== 0;
  if (says && !heard.has(operation.operationId)) heard.set(operation.operationId, { status, body });
  return operation;
}

/** The same world, of which the bodies are kept that it takes, and the answers that it gives. */
function listening(to: World): Making & Pick<World, "call"> {
  const kept = (method: string, send: World["post"]): World["post"] =>
    async function keep(path, body, ...more) {
      const answer = await send(path, body, ...more);
      const operation = hear(method, path, answer);
      if (operation !== undefined) sent.push({ operation, body });
      return answer;
    };
  const { organization, deps, app, post, put, patch } = to;
  const get: World["get"] = async (path, ...more) => {
    const answer = await to.get(path, ...more);
    hear("GET", path, answer);
    return answer;
  };
  const call: World["call"] = async (method, path, ...more) => {
    const answer = await to.call(method, path, ...more);
    hear(method, path, answer);
    return answer;
  };
  const verbs = { get, call, post: kept("POST", post), put: kept("PUT", put), patch: kept("PATCH", patch) };
  return { organization, deps, app, runJobs: () => to.runJobs(), ...verbs };
}

const world = useWorld();
const gitHost = useGitHost();
let owner: Person;
let known: ReadonlyMap<string, string>;
beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  known = await makeOneOfEach(listening(world()), owner);
});

/** Sends what nothing was made with: after all was read, which it changes. */
async function sendExamples(): Promise<void> {
  const refused: string[] = [];
  for (const { method, url, body } of exampleBodies) {
    const verb = method.toLowerCase() as "post" | "put" | "patch";
    const value = body((name) => known.get(name) ?? "absent");
    const answer = await listening(world())[verb](addressIn(known, url, "absent"), value, owner);
    if (answer.status >= 300)
      refused.push(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  expect(refused).toEqual([]);
}

/** The name of the body that an operation takes. */
function bodyName(operation: Operation): string | undefined {
  const { $ref } = (taken(operation) ?? {}) as { readonly $ref?: string };
  return $ref?.slice(POINTER.length);
}

/** Sends samples to what takes bodies of which there is none yet; one that is refused has to be written down. */
async function sendSamples(): Promise<void> {
  const has = new Set([
    ...Object.values(WITHOUT_EXAMPLE).flat(),
    ...sent.map(({ operation }) => bodyName(operation)),
  ]);
  for (const operation of operations) {
    const { method, url, shapes } = operation;
    const verb = method.toLowerCase();
    const name = bodyName(operation);
    if (name === undefined || has.has(name) || (verb !== "post" && verb !== "put" && verb !== "patch"))
      continue;
    const sample = sampleOf(shapes.body as Schema, false);
    await listening(world())[verb](addressIn(known, url, "absent"), sample, owner);
  }
}

/** What is asked with a query, or of something else than of what was made first. */
async function askMore(): Promise<void> {
  // The search knows what jobs have indexed.
  await world().runJobs();
  for (const { method, url, body } of exampleQuestions) {
    const path = addressIn(known, url, "absent");
    const answer =
      method === "GET"
        ? await world().get(path, owner)
        : await world().post(
            path,
            body?.((name) => known.get(name) ?? "absent"),
            owner,
          );
    hear(method, path, answer);
  }
}

/** Of each list the first: what the others say more the document would have to carry for every reader. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]));
}

async function hearAll(): Promise<void> {
  for (const { method, url, operationId } of operations) {
    if (method !== "GET" || heard.has(operationId)) continue;
    const path = addressIn(known, url, "absent");
    hear(method, path, await world().get(path, owner));
  }
}

/** Adds what operations answered of which no named schema tells. */
function addAnswers(found: Map<string, unknown>): void {
  for (const operation of operations) {
    const answer = heard.get(operation.operationId);
    const schema = operation.answers[answer?.status ?? 0];
    if (answer === undefined || !schema) continue;
    const name = exampleName(operation, schema, Object.fromEntries(found));
    if (name !== undefined && !found.has(name)) found.set(name, shortened(answer.body));
  }
}

async function record(): Promise<string> {
  const found = new Map<string, unknown>();
  for (const operation of operations) {
    const { method, url } = operation;
    const schema = answered(operation);
    if (method !== "GET" || schema === undefined) continue;
    const path = addressIn(known, url, "absent");
    const answer = await world().get(path, owner);
    hear(method, path, answer);
    if (answer.status === 200) collect(schema, answer.body, found);
  }
  await askMore();
  await sendExamples();
  await sendSamples();
  const id = (name: string): string => known.get(name) ?? "absent";
  const places = { space: id("spaceId"), page: id("pageId"), file: id("fileId") };
  await writeExamples(listening(world()), places, owner);
  const guest = await world().addPerson("guest");
  const send: World["send"] = (...form) => world().send(...form);
  const scene = { ...listening(world()), send, owner, guest, id };
  await playScenes(scene);
  await playGit(scene, gitHost());
  for (const { operation, body } of sent) collect(taken(operation) ?? {}, body, found);
  // What was sent has filled lists that were empty.
  await hearAll();
  for (const { operation, status, body } of answers) collect(answered(operation, status) ?? {}, body, found);
  addAnswers(found);
  const examples = [...found].map(([name, value]) => [name, settled(value, new Map())] as const);
  return `${JSON.stringify(Object.fromEntries(examples.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 1)}\n`;
}

test("the file has what is answered now", async () => {
  const recorded = await record();
  if (process.env["LECTERN_RECORD_EXAMPLES"] !== undefined) writeFileSync(FILE, recorded);
  expect(JSON.parse(readFileSync(FILE, "utf8"))).toEqual(JSON.parse(recorded));
}, 600_000);

/** The names of the bodies that operations take. */
const bodies = [...new Set(operations.flatMap((operation) => bodyName(operation) ?? []))].toSorted();

test("each body has one, or stands there with the reason", () => {
  const examples = JSON.parse(readFileSync(FILE, "utf8")) as Json;
  expect(bodies.filter((name) => !(name in examples))).toEqual(
    Object.values(WITHOUT_EXAMPLE).flat().toSorted(),
  );
});

test("each answer has one, or stands there with the reason", () => {
  const examples = JSON.parse(readFileSync(FILE, "utf8")) as Json;
  const silent = operations.filter((operation) => {
    const all = Object.entries(operation.answers).filter(([status]) => status.startsWith("2"));
    const schemas = all.flatMap(([, schema]) => (schema === null ? [] : [schema]));
    const inJson = schemas.filter((schema) => mediaType(schema) === "application/json");
    const names = inJson.map((schema) => exampleName(operation, schema, examples));
    return names.length > 0 && names.every((name) => name !== undefined && !(name in examples));
  });
  expect(silent.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.values(WITHOUT_ANSWER).flat().toSorted(),
  );
});

test("each is what its schema says", () => {
  // Those of operations are held to them by shownExamples.test.ts.
  const known = document.components.schemas;
  const examples = Object.entries(JSON.parse(readFileSync(FILE, "utf8")) as Json).filter(
    ([name]) => name in known,
  );
  expect(examples.filter(([name, value]) => !isExample(name, value)).map(([name]) => name)).toEqual([]);
});

test("each named schema has one, or stands there with the reason", () => {
  const examples = JSON.parse(readFileSync(FILE, "utf8")) as Json;
  const names = Object.keys(document.components.schemas);
  const listed = [WITHOUT_EXAMPLE, WITHOUT_SAMPLE].flatMap((table) => Object.values(table).flat());
  expect(names.filter((name) => !(name in examples) && !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => name in examples || !names.includes(name))).toEqual([]);
});
