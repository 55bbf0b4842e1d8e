/** What the first screen at an address reads, in one answer: the very answers of the operations that it would ask one after the other. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { pageAt, placeOf } from "../../../console/routes.ts";
import { sessionOnly } from "../../http/caller.ts";
import type { Edge } from "../../http/edge.ts";
import { closed } from "../../http/named.ts";
import { version } from "../../version.ts";
import { newestEvents } from "./read.ts";

const StartQuery = closed({ path: Type.Optional(Type.String({ maxLength: 2048 })) });

/** An answer of an operation, as it was sent. */
interface StartPart {
  readonly name: string;
  /** What was asked, below `/v1`. */
  readonly url: string;
  readonly etag: string | undefined;
  readonly text: string;
}

export function mountStart(app: FastifyInstance, edge: Edge): void {
  app.route({
    method: "GET",
    url: "/-/start",
    exposeHeadRoute: false,
    schema: { querystring: StartQuery },
    onRequest: sessionOnly(edge),
    handler: async (request, reply) => {
      const { path = "/" } = request.query as Static<typeof StartQuery>;
      // Before anything is read: what happens meanwhile is told from here on.
      const [newest] = await newestEvents(edge.deps.db.read, 1);
      const parts = await readParts(app, request, path);
      const fields = parts.map(({ name, text }) => `${JSON.stringify(name)}:${text}`);
      // With what each was asked by, and its version: the console takes them for the answers that they are.
      const read = JSON.stringify(parts.map(({ name, url, etag }) => ({ name, url, etag })));
      const own = `"events":"${newest?.seq ?? 0}","version":${JSON.stringify(version)},"read":${read}`;
      return reply
        .header("content-type", "application/json; charset=utf-8")
        .header("cache-control", "private, no-store")
        .send(`{${[own, ...fields].join(",")}}`);
    },
  });
}

/** What is there and for them; the rest is left out. */
async function readParts(app: FastifyInstance, request: FastifyRequest, path: string): Promise<StartPart[]> {
  const { organization, space, changeRequest } = placeOf(path);
  const parts: StartPart[] = [];
  const read = async (name: string, url: string | undefined): Promise<StartPart | undefined> => {
    const part = url === undefined ? undefined : await answerOf(app, request, name, url);
    if (part !== undefined) parts.push(part);
    return part;
  };
  const at = space === undefined ? undefined : `/spaces/${space}`;
  const change = changeRequest === undefined ? undefined : `${at}/change-requests/${changeRequest}`;
  const page = pageAt(path)?.page;
  const inSpace = read("space", at).then((part) => {
    const { organization: of } = JSON.parse(part?.text ?? "{}") as { organization?: string };
    const id = of ?? organization;
    return read("organization", id === undefined ? undefined : `/orgs/${id}`);
  });
  await Promise.all([
    inSpace,
    read("user", "/user"),
    read("organizations", "/orgs?limit=100"),
    read("unread", "/user/notifications?unread=true&limit=1"),
    read("changeRequest", change),
    read("pages", at && `${change ?? at}/content/pages?metadata=false&computed=false`),
    read("page", page && `${change ?? at}/content/page/${page}?metadata=false&computed=false`),
  ]);
  return parts;
}

/** An answer of the API to the same person; undefined unless it succeeds. */
async function answerOf(
  app: FastifyInstance,
  { headers: { cookie = "", host = "" }, ip }: FastifyRequest,
  name: string,
  url: string,
): Promise<StartPart | undefined> {
  const headers = { cookie, host, "sec-fetch-site": "same-origin", "lectern-console": "1" };
  const answer = await app.inject({ url: `/-/v1${url}`, headers, remoteAddress: ip });
  if (answer.statusCode !== 200) return undefined;
  const { etag } = answer.headers;
  return { name, url, etag: etag === undefined ? undefined : String(etag), text: answer.body };
}
