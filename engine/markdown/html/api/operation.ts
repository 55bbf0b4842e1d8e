/** An operation of an API: what it does and takes on one side, how it is asked and what comes back on the other. */
import { anchorOf } from "../../anchors.ts";
import type { Api } from "../../../openapi/reference/api.ts";
import {
  type OperationView,
  operationView,
  PARAMETER_PLACES,
  type ResponseView,
  type SchemeView,
} from "../../../openapi/reference/operation.ts";
import { PARTS } from "../../../openapi/reference/spot.ts";
import { exampleOf, isJson, requestSamples } from "../../../openapi/reference/requests.ts";
import { type Child, h, type SafeHtml } from "../element.ts";
import type { PageHtml } from "../page.ts";
import { fill } from "../words.ts";
import { codeBlock, jsonBlock } from "./code.ts";
import { prose } from "./prose.ts";
import { fieldList, type SchemaContext, schemaFields, startAt } from "./schema.ts";
import { tabbed, type TabView } from "../tabs.ts";
import { tryPanel } from "./try.ts";

/** Fields that all operations of a page may write out together, and how many one has in any case. */
const FIELDS_OF_PAGE = 1500;
const FIELDS_OF_MANY = 40;
const FIELDS_OF_ONE = 75;

/** Renders an operation; undefined when the description has none of the kind. */
export function renderApiOperation(
  page: PageHtml,
  api: Api,
  { method, path }: { readonly method: string; readonly path: string },
): SafeHtml | undefined {
  const view = operationView(api, method, path);
  if (view === undefined) return undefined;
  page.uses.reference = true;
  const isPage = isAbout(page, view);
  const even = Math.floor(FIELDS_OF_PAGE / page.operations);
  const share = Math.max(FIELDS_OF_MANY, Math.min(FIELDS_OF_ONE, even));
  const context: SchemaContext = {
    page,
    api,
    from: view.hash,
    budget: { fields: share },
    isOpen: view.fields.expandAllModelSections,
  };
  const id = page.claimId(anchorOf(view.title));
  if (!isPage) page.headings.push({ level: 2, id, text: view.title });
  const tried = tryPanel(page, api, view);
  const text = h(
    "div",
    { class: "op-text" },
    !isPage && title(page, id, view),
    address(view, tried?.link),
    badges(page, view),
    prose(page, view.description),
    docsLink(page, view),
    authentication(page, view),
    parameters(context, view),
    body(context, view),
    responses(context, view),
    callbacks(page, view),
  );
  const code = h("div", { class: "op-code" }, tried?.panel, samples(page, api, view));
  return h("section", { class: "op", id: isPage && id }, text, code);
}

function title(page: PageHtml, id: string, { title: text }: OperationView): SafeHtml {
  const sign = h("span", { "aria-hidden": "true" }, "#");
  const anchor = h("a", { class: "anchor", href: `#${id}`, "aria-label": page.words.anchor }, sign);
  return h("h2", { class: "op-title", id }, text, anchor);
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

/** The name of a method, coloured by what it does. */
function methodLabel(method: string): SafeHtml {
  const look = METHODS.has(method.toLowerCase()) ? ` method-${method.toLowerCase()}` : "";
  return h("span", { class: `method${look}` }, method.toUpperCase());
}

function address({ method, path, isWebhook, servers }: OperationView, link: Child): SafeHtml {
  const [server] = servers;
  const breakable = path.split(/(?<=\/)/).map((part) => [part, h("wbr", {})]);
  const base = !isWebhook && server !== undefined && h("span", { class: "op-server" }, server.url);
  return h("p", { class: "op-address" }, methodLabel(method), h("code", {}, base, breakable), link);
}

function badges(page: PageHtml, { isDeprecated, isWebhook, fields }: OperationView): Child {
  const { deprecated, deprecatedUntil } = page.apiWords;
  const { stability, deprecatedSunset } = fields;
  const words = [
    isWebhook && "Webhook",
    isDeprecated &&
      (deprecatedSunset === undefined
        ? begun(deprecated)
        : fill(deprecatedUntil, { date: deprecatedSunset })),
    stability !== undefined && stability !== "stable" && stability,
  ].filter((word) => word !== false);
  return (
    words.length > 0 &&
    h(
      "p",
      { class: "op-badges" },
      words.map((word) => [h("span", { class: "tag" }, word), " "]),
    )
  );
}

/** A word as it begins a line. */
function begun(word: string): string {
  return word.replace(/^./u, (letter) => letter.toUpperCase());
}

function docsLink(page: PageHtml, { externalDocs }: OperationView): Child {
  if (externalDocs === undefined) return undefined;
  const { url, description } = externalDocs;
  return h(
    "p",
    {},
    h("a", { class: "link external", href: url, rel: "noopener" }, description ?? page.apiWords.more),
  );
}

/** Under the operation's own title, which is the page's where the page is about it alone. */
function heading(page: PageHtml, view: OperationView, text: string): SafeHtml {
  return h(isAbout(page, view) ? "h2" : "h3", { class: "op-heading" }, text);
}

function isAbout(page: PageHtml, { title: text }: OperationView): boolean {
  return page.context.title === text;
}

function authentication(page: PageHtml, view: OperationView): Child {
  const { security, isOpen, isWebhook } = view;
  if (isWebhook) return undefined;
  if (security.length === 0) return undefined;
  const ways = security.map((schemes) =>
    h(
      "li",
      { class: "field" },
      schemes.map((one, at) => [
        at > 0 && h("p", { class: "field-limits" }, page.apiWords.together),
        scheme(page, one),
      ]),
    ),
  );
  const or = security.length > 1 ? page.apiWords.anyWay : undefined;
  return [
    heading(page, view, page.apiWords.authentication),
    (or !== undefined || isOpen) &&
      h(
        "p",
        { class: "op-note" },
        [or, isOpen && ` ${page.apiWords.alsoWithout}`].filter((text) => text !== undefined),
      ),
    h("ul", { class: "fields" }, ways),
  ];
}

function scheme(page: PageHtml, view: SchemeView): Child {
  const { kind, name, prefix, placeholder, scopes, flows } = view;
  const sent =
    kind === "query"
      ? `?${name}=${placeholder}`
      : kind === "cookie"
        ? `Cookie: ${name}=${placeholder}`
        : kind === "other"
          ? ""
          : `${name}: ${prefix === "" ? "" : `${prefix} `}${placeholder}`;
  return [
    h(
      "div",
      { class: "field-head" },
      h("code", { class: "field-name" }, view.key),
      " ",
      h("span", { class: "field-type" }, view.title),
    ),
    sent !== "" && h("p", { class: "field-limits" }, h("code", {}, sent)),
    prose(page, view.description),
    scopes.length > 0 &&
      h(
        "p",
        { class: "field-limits" },
        `${page.apiWords.scopes}: `,
        scopes.map((scope) => [h("code", {}, scope), " "]),
      ),
    flows.map(
      ({ name: flow, url }) =>
        url !== undefined &&
        h(
          "p",
          { class: "field-limits" },
          `${flow}: `,
          h("a", { class: "link", href: url, rel: "noopener" }, url),
        ),
    ),
  ];
}

function parameters(context: SchemaContext, view: OperationView): Child {
  return PARAMETER_PLACES.map((place) => {
    const some = view.parameters.filter((parameter) => parameter.in === place);
    return (
      some.length > 0 && [
        heading(context.page, view, context.page.apiWords[place]),
        fieldList(context, some, startAt(PARTS.parameters)),
      ]
    );
  });
}

function body(context: SchemaContext, view: OperationView): Child {
  const { body: sent, isWebhook } = view;
  if (sent === undefined) return undefined;
  const requests: SchemaContext = { ...context, hides: isWebhook ? "writeOnly" : "readOnly" };
  return [
    heading(
      context.page,
      view,
      sent.isRequired ? context.page.apiWords.body : context.page.apiWords.bodyOptional,
    ),
    prose(context.page, sent.description),
    sent.media.map((media, at) => mediaFields(requests, media, PARTS.body(at), at === 0)),
  ];
}

function mediaFields(
  context: SchemaContext,
  { type, schema }: { readonly type: string; readonly schema: unknown },
  place: string,
  isFirst: boolean,
): Child {
  const fields = schemaFields(context, schema, startAt(place));
  const label = h("code", {}, type);
  if (isFirst) return [h("p", { class: "op-note" }, label), fields];
  if (fields === undefined) return h("p", { class: "op-note" }, label);
  return h("details", { class: "field-more" }, h("summary", {}, label), fields);
}

function responses(context: SchemaContext, view: OperationView): Child {
  const { responses: all, fields, isWebhook } = view;
  if (all.length === 0) return undefined;
  const answers: SchemaContext = { ...context, hides: "writeOnly" };
  return [
    heading(context.page, view, context.page.apiWords[isWebhook ? "answers" : "responses"]),
    all.map((response, at) =>
      renderResponse(answers, response, fields.expandAllResponses || (at === 0 && all.length === 1)),
    ),
  ];
}

function renderResponse(context: SchemaContext, response: ResponseView, isOpen: boolean): SafeHtml {
  const { status, description, media, headers } = response;
  const label = [
    h("code", { class: `status status-${status.charAt(0)}` }, status),
    " ",
    oneLine(description),
  ];
  const parts: Child[] = media.map((one, at) =>
    mediaFields(context, one, PARTS.response(status, at), at === 0),
  );
  if (headers.length > 0)
    parts.push(
      h("p", { class: "op-note" }, context.page.apiWords.header),
      responseHeaders(context, response),
    );
  const rest = (description ?? "").trim();
  if (rest.length > LABEL) parts.unshift(prose(context.page, rest));
  if (parts.length === 0) return h("p", { class: "op-answer" }, label);
  return h(
    "details",
    { class: "field-more op-answer", open: isOpen },
    h("summary", {}, label),
    h("div", { class: "op-answer-body" }, parts),
  );
}

function responseHeaders(context: SchemaContext, { headers }: ResponseView): SafeHtml {
  const fields = headers.map(({ name, value }) => ({
    name,
    schema: value["schema"] ?? {},
    isRequired: value["required"] === true,
    ...(typeof value["description"] === "string" ? { description: value["description"] } : {}),
  }));
  return fieldList(context, fields, startAt(""));
}

const LABEL = 120;

function oneLine(text: string | undefined): string {
  const line = (text ?? "").replace(/\s+/g, " ").trim();
  return line.length > LABEL ? `${line.slice(0, LABEL)}…` : line;
}

function callbacks(page: PageHtml, view: OperationView): Child {
  const { callbacks: all } = view;
  if (all.length === 0) return undefined;
  return [
    heading(page, view, page.apiWords.callbacks),
    all.map(({ name, address: to, method, operation }) =>
      h(
        "div",
        { class: "field" },
        h("p", { class: "op-address" }, methodLabel(method), h("code", {}, to)),
        h("p", { class: "field-limits" }, name),
        prose(page, typeof operation["description"] === "string" ? operation["description"] : undefined),
      ),
    ),
  ];
}

function samples(page: PageHtml, api: Api, view: OperationView): Child {
  const requests = view.fields.hideSample ? [] : requestSamples(api, view);
  const shown = requests.map((sample) => ({
    title: sample.title,
    content: () => codeBlock(page, sample, requests.length === 1),
  }));
  return [
    shown.length > 0 && sampleTabs(page, `Request: ${view.title}`, shown),
    view.isWebhook && payload(page, api, view),
    answerSamples(page, api, view),
  ];
}

/** What a webhook sends. */
function payload(page: PageHtml, api: Api, view: OperationView): Child {
  const media = view.body?.media.find(({ type }) => isJson(type));
  return media !== undefined && jsonBlock(page, page.apiWords.payload, exampleOf(api, media, "answer"));
}

const MOST_ANSWERS = 8;

function answerSamples(page: PageHtml, api: Api, { responses: all, title: name }: OperationView): Child {
  const answers = all.flatMap(({ status, media }) => {
    const json = media.find(({ type }) => isJson(type));
    return json === undefined ? [] : [{ status, json }];
  });
  if (answers.length === 0) return undefined;
  // One alone has no tab that says what it is.
  const titleOf = (status: string) =>
    answers.length === 1 ? fill(page.apiWords.response, { status }) : undefined;
  const shown = answers.slice(0, MOST_ANSWERS).map(({ status, json }) => ({
    title: status,
    content: () => jsonBlock(page, titleOf(status), exampleOf(api, json, "answer")),
  }));
  return sampleTabs(page, `Response: ${name}`, shown);
}

/** Samples as tabs; one alone stands without its tab. */
function sampleTabs(page: PageHtml, label: string, views: readonly TabView[]): SafeHtml {
  const [only] = views;
  if (only !== undefined && views.length === 1) return h("div", { class: "op-sample" }, only.content());
  return tabbed(page, label, views, true);
}
