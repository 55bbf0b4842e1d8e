import { Type } from "typebox";
import { Url } from "../../http/shapes.ts";
import { named } from "../../http/named.ts";
import { ChangeRequest } from "../../nouns/change-requests/schema.ts";
import { Collection } from "../../nouns/collections/schema.ts";
import { Page } from "../../nouns/revisions/schema.ts";
import { Space } from "../../nouns/spaces/schema.ts";

const closed = { additionalProperties: false };
const redirectOnError = Type.Boolean({
  description: "Whether a visitor whose token counts for nothing is led to the login of the site.",
});

export const ResolveBody = named(
  "ResolvePublishedURL",
  Type.Object(
    {
      url: Url,
      redirectOnError: Type.Optional(redirectOnError),
      visitor: Type.Optional(
        Type.Object(
          {
            type: Type.Optional(
              Type.Enum(["human", "agent"], {
                description: "Who reads, `human` unless said. Both are answered the same.",
              }),
            ),
            jwtToken: Type.Optional(Type.String({ maxLength: 8192 })),
            unsignedClaims: Type.Optional(Type.Record(Type.String({ maxLength: 256 }), Type.Any())),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

export const ResolveQuery = Type.Object(
  {
    url: Url,
    visitorAuthToken: Type.Optional(Type.String({ maxLength: 8192 })),
    redirectOnError: Type.Optional(redirectOnError),
  },
  closed,
);

const Redirect = named(
  "PublishedSiteRedirect",
  Type.Object({ target: Type.Enum(["application", "content", "external"]), redirect: Url }, closed),
);

const Found = named(
  "PublishedSiteContent",
  Type.Object(
    {
      organization: Type.String(),
      site: Type.String(),
      siteSection: Type.Optional(Type.String()),
      siteSpace: Type.String(),
      space: Type.String(),
      changeRequest: Type.Optional(
        Type.String({ description: "The id of the change request that a preview shows." }),
      ),
      revision: Type.Optional(Type.String({ description: "The id of the revision that a preview shows." })),
      pathname: Type.String({ description: "The page's path in its space, with a slash before it." }),
      basePath: Type.String({ description: "What is before the page's path in the address." }),
      siteBasePath: Type.String({ description: "The part of that which is the site's own." }),
      shareKey: Type.Optional(Type.String()),
      complete: Type.Boolean({ description: "Whether what follows can only be pages." }),
      contextId: Type.Optional(
        Type.String({ description: "The same as long as the visitor's claims are: for caches." }),
      ),
      canonicalUrl: Url,
      apiToken: Type.String({
        description:
          "Opens what the site shows to this visitor, and nothing else, to a renderer that reads it by this API. The " +
          "same for minutes, good for ten, and not longer than the site is open to them. That of a preview opens nothing.",
      }),
    },
    closed,
  ),
);

export const PublishedLookup = named("PublishedSiteContentLookup", Type.Union([Redirect, Found]));

export const ContentQuery = Type.Object({ url: Url }, closed);

/** What an address of the application means. */
export const ContentOfAddress = Type.Object({
  collection: Type.Optional(Collection),
  space: Type.Optional(Space),
  changeRequest: Type.Optional(ChangeRequest),
  page: Type.Optional(Page),
});
