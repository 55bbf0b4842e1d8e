/** Checks success bodies against the OpenAPI document of the public API whose clients must keep working. */
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { documentViolations } from "./documentContract.ts";
import { contract } from "./publicContract.ts";

/**
 * Where our answers differ from that document on purpose, each with its reason. A schema error whose place (pattern
 * over "METHOD /path#instance/path keyword") matches is no violation.
 */
const DIFFERENCES: readonly { readonly at: RegExp; readonly because: string }[] = [
  {
    at: /\/redirects?(\/\{siteRedirectId\})?#\S*\/(source pattern|destination)/,
    because: "Wildcards and destinations elsewhere came with a later version of that document.",
  },
  {
    at: /sites\/\{siteId\}\/permissions\/aggregate#\S*\/origin/,
    because: "Roles on a site came with a later version of that document.",
  },
  {
    at: /\/render#/,
    because:
      "What an integration draws is passed on as it came; whoever shows it leaves out what they don't know.",
  },
  {
    at: /\/(integrations|installations)\S*#\S*\/scopes\/\d+ enum/,
    because: "A later version of that document has other scopes, which manifests of its time name.",
  },
  {
    at: /\/openapi\/\{specSlug\}\/versions\/\S+\/content#\/filesystem type/,
    because: "The document says an object, and renderers read a list: of an object they show nothing.",
  },
  {
    at: /\/orgs\/\{organizationId\}\/translations(\/\{translationId\})?#/,
    because: "The specification has settings here; that document has what came after them.",
  },
  {
    at: /\/saml.*required \{"missingProperty":"(ssoURL|entityID|certificate)"\}/,
    because: "A provider that is pending lacks what nobody has given yet; an empty text is no address.",
  },
];

/**
 * Schemas of that document which nobody's answer could satisfy, mended: pages are "all of" their fields and a document
 * that allows no other field, and each page in a list would have to carry its whole text; the attributes of an edited
 * page are exactly one of three shapes of which each allows what the others do; a document is made or has a document's id,
 * of which the second asks for nothing, so that none that is made could be one.
 */
const MENDED: Record<string, object> = {
  // Without its type, which the document leaves out, each text would be one of these and a text: two of "one of".
  PlainObject: { ...contract.components.schemas["PlainObject"], type: "object" },
  // A later version of that document has what readers say of pages, and tasks.
  Event: {
    oneOf: [
      ...(contract.components.schemas["Event"] as { oneOf: object[] }).oneOf,
      {
        type: "object",
        properties: {
          type: { enum: ["page_feedback"] },
          eventId: { type: "string" },
          installationId: { type: "string" },
          siteId: { type: "string" },
          pageId: { type: "string" },
          url: { type: "string" },
          feedback: {
            type: "object",
            properties: {
              rating: { enum: ["bad", "ok", "good"] },
              comment: { type: "string", minLength: 1, maxLength: 512 },
            },
            required: ["rating"],
          },
        },
        required: ["type", "eventId", "installationId", "siteId", "feedback"],
      },
      {
        type: "object",
        properties: {
          type: { enum: ["task"] },
          eventId: { type: "string" },
          installationId: { type: "string" },
          task: { type: "object" },
        },
        required: ["type", "eventId", "installationId", "task"],
      },
    ],
  },
  ...withExternalLinks(),
  Document: { type: "object", properties: { markdown: { type: "string" } } },
  // Documents are checked by themselves: telling all that is wrong of nested choices takes for ever.
  JSONDocument: { type: "object" },
  RevisionPageDocument: {
    allOf: (contract.components.schemas["RevisionPageDocument"] as { allOf: object[] }).allOf.slice(0, 3),
  },
  // Tags came with a later version of that document.
  RevisionSemanticChange: {
    oneOf: [
      ...(contract.components.schemas["RevisionSemanticChange"] as { oneOf: object[] }).oneOf,
      {
        type: "object",
        properties: { type: { enum: ["tag_created", "tag_edited", "tag_deleted"] } },
        required: ["type", "tag"],
      },
    ],
  },
  RevisionPageGroupChangeAttributes: { not: {} },
  RevisionPageLinkChangeAttributes: { not: {} },
};

/** What a site consists of; external links came with a later version of that document. */
function withExternalLinks(): Record<string, object> {
  const { schemas } = contract.components as { schemas: Record<string, Mendable> };
  if ("SiteExternalLink" in schemas) return {};
  const SiteExternalLink = {
    type: "object",
    properties: {
      object: { enum: ["site-external-link"] },
      id: { type: "string" },
      title: { type: "string", minLength: 2, maxLength: 128 },
      description: { type: "string", maxLength: 256 },
      icon: { type: "string", maxLength: 50 },
      url: { type: "string", format: "uri" },
      sectionGroup: { type: "string" },
      draft: { type: "boolean" },
      condition: { type: "string", maxLength: 1024 },
    },
    required: ["object", "id", "title", "url", "draft"],
  };
  const names = ["SiteStructure", "SiteStructureItem"];
  const mended = names.map((name) => [name, joined(structuredClone(schemas[name] ?? {}))] as const);
  return { SiteExternalLink, ...Object.fromEntries(mended) };
}

interface Mendable {
  oneOf?: Mendable[];
  readonly properties?: Readonly<Record<string, Mendable>>;
  items?: Mendable;
  readonly $ref?: string;
}

/** The same with external links wherever sections may stand beside groups. */
function joined(schema: Mendable): object {
  const link: Mendable = { $ref: "#/components/schemas/SiteExternalLink" };
  for (const each of schema.oneOf ?? []) joined(each);
  if (schema.oneOf?.some(({ $ref }) => $ref?.endsWith("/SiteSectionGroup") === true)) schema.oneOf.push(link);
  for (const each of Object.values(schema.properties ?? {})) joined(each);
  if (schema.items !== undefined) joined(schema.items);
  return schema;
}

// Checks that run a few times each: to make them small takes longer than they run.
const code = { optimize: false };
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  validateFormats: true,
  validateSchema: false,
  discriminator: false,
  code,
});
addFormats.default(ajv);
for (const format of ["emoji", "icon"]) ajv.addFormat(format, true);
ajv.addSchema({
  $id: "contract",
  components: plainNullable({
    ...contract.components,
    schemas: { ...contract.components.schemas, ...MENDED },
  }),
} as object);

/** OpenAPI 3.0's `nullable` beside a reference, as JSON Schema says it. */
function plainNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainNullable);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...rest } = schema as Record<string, unknown>;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plainNullable(value)]));
  return nullable === true ? { anyOf: [plain, { type: "null" }] } : plain;
}

const compiled = new Map<string, ValidateFunction | undefined>();
const routes = Object.keys(contract.paths).map((path) => ({
  path,
  expression: new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
  literal: path.replace(/\{[^}]+\}/g, "").length,
}));

/** The routes of addresses, by the address with what stands in the place of ids left out. */
const known = new Map<string, string | undefined>();

/** The route that an address is of: the one with most words of its own. */
function routeOf(pathname: string): string | undefined {
  if (!known.has(pathname)) {
    const matching = routes.filter(({ expression }) => expression.test(pathname));
    known.set(pathname, matching.toSorted((a, b) => b.literal - a.literal)[0]?.path);
  }
  return known.get(pathname);
}

/** @param url as the operation has it, with its parameters' names */
function validatorOf(
  method: string,
  url: string,
  status: number,
): { path: string; validate: ValidateFunction } | undefined {
  const path = routeOf(url.replaceAll(/:\w+/g, "id"));
  if (path === undefined) return undefined;
  const key = `${method} ${path} ${status}`;
  if (!compiled.has(key)) {
    const schema =
      contract.paths[path]?.[method.toLowerCase()]?.responses?.[String(status)]?.content?.["application/json"]
        ?.schema;
    const local =
      schema &&
      JSON.parse(JSON.stringify(plainNullable(schema)).replaceAll('"#/components', '"contract#/components'));
    compiled.set(key, local && ajv.compile(local));
  }
  const validate = compiled.get(key);
  return validate && { path, validate };
}

/** The documents in an answer, wherever they are. */
function documentsIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if ((value as { object?: unknown }).object === "document") return [value];
  return Object.values(value).flatMap(documentsIn);
}

/**
 * What clients of that API can't read in a success; undefined where they can read all of it.
 * @param url as the operation has it, with its parameters' names
 */
export function contractViolations(
  method: string,
  url: string,
  status: number,
  body: unknown,
): string | undefined {
  const [wrong] = documentsIn(body).flatMap(documentViolations);
  if (wrong !== undefined) return `the document breaks the public contract: ${wrong}`;
  const found = validatorOf(method, url, status);
  if (found === undefined || found.validate(body)) return undefined;
  const violations = (found.validate.errors ?? [])
    .map(
      (error) =>
        `${method} ${found.path}#${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`,
    )
    .filter((place) => !DIFFERENCES.some(({ at }) => at.test(place)));
  if (violations.length === 0) return undefined;
  return `the answer breaks the public contract: ${violations.slice(0, 10).join("\n")}`;
}
