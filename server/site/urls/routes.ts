import { chapter, anyone, anyUser, ok, op } from "../../http/operation.ts";
import { resolveContent } from "./content.ts";
import { resolvePublished } from "./published.ts";
import * as schema from "./schema.ts";

export const urlOperations = chapter("Addresses", [
  op({
    method: "POST",
    url: "/urls/published",
    operationId: "resolvePublishedContentByUrl",
    call: "urls.resolvePublished",
    summary: "Find what a published address means",
    description:
      "Without a token. For a visitor who may read it: the site, the variant and the page's path. For others, and for " +
      "addresses that have moved: where to go, as an answer and not as a redirect. Everything else is 404.",
    scopes: [],
    access: anyone,
    shapes: { body: schema.ResolveBody },
    answers: { 200: schema.PublishedLookup },
    handler: async ({ deps, body }) =>
      ok(
        await resolvePublished(deps, {
          url: body.url,
          token: body.visitor?.jwtToken,
          unsignedClaims: body.visitor?.unsignedClaims,
          redirectOnError: body.redirectOnError,
        }),
      ),
  }),
  op({
    method: "GET",
    url: "/urls/published",
    operationId: "getPublishedContentByUrl",
    call: "urls.getPublished",
    summary: "Find what a published address means",
    deprecatedFor: "resolvePublishedContentByUrl",
    scopes: [],
    access: anyone,
    shapes: { query: schema.ResolveQuery },
    answers: { 200: schema.PublishedLookup },
    handler: async ({ deps, query }) =>
      ok(
        await resolvePublished(deps, {
          url: query.url,
          token: query.visitorAuthToken,
          redirectOnError: query.redirectOnError,
        }),
      ),
  }),
  op({
    method: "GET",
    url: "/urls/content",
    operationId: "getContentByUrl",
    call: "urls.getContent",
    summary: "Find what an address of the application means",
    description: "A collection, or a space with the change request and the page that the address names.",
    scopes: [],
    access: anyUser,
    shapes: { query: schema.ContentQuery },
    answers: { 200: schema.ContentOfAddress },
    handler: async ({ deps, identity, query }) => ok(await resolveContent(deps, identity, query.url)),
  }),
]);
