import { Type } from "typebox";
import { pageQuery } from "../../../http/list.ts";
import { Id, Timestamp, Url } from "../../../http/shapes.ts";
import { named } from "../../../http/named.ts";
import { SOURCE_MAX, SOURCE_PATTERN } from "../../../../engine/redirectSource.ts";
import { ShareKeyQuery } from "../site/schema.ts";

const Source = named(
  "SiteRedirectSource",
  Type.String({
    maxLength: SOURCE_MAX,
    pattern: SOURCE_PATTERN,
    description:
      "A path below the site's address, such as `/old/page`: it begins with a slash, and has letters, digits and `-._~+` between slashes, and other characters percent-encoded. " +
      "Upper and lower case are the same. An asterisk at the end matches any rest.",
  }),
);

const closed = { additionalProperties: false };

const Destination = named(
  "SiteRedirectDestination",
  Type.Union([
    named(
      "SiteRedirectDestinationSiteSection",
      Type.Object({ kind: Type.Literal("site-section"), siteSectionId: Id }, closed),
    ),
    named(
      "SiteRedirectDestinationSiteSpace",
      Type.Object({ kind: Type.Literal("site-space"), siteSpaceId: Id }, closed),
    ),
    named(
      "SiteRedirectDestinationPage",
      Type.Object({ kind: Type.Literal("site-page"), siteSpaceId: Id, pageId: Id }, closed),
    ),
    named(
      "SiteRedirectDestinationExternal",
      Type.Object({ kind: Type.Literal("external"), url: Url }, closed),
    ),
  ]),
);

const PathDestination = named(
  "SiteRedirectDestinationPath",
  Type.Object(
    { kind: Type.Literal("path"), spaceId: Id, path: Type.String({ minLength: 1, maxLength: 2048 }) },
    {
      ...closed,
      description: "A page by its path in its space. The redirect follows the page when it moves.",
    },
  ),
);

const InputDestination = named(
  "SiteRedirectDestinationInput",
  Type.Union([...Destination.anyOf, PathDestination]),
);

const captureWildcard = Type.Boolean({
  description: "Whether the text for the asterisk is appended to the destination.",
});
const permanent = Type.Boolean({
  description: "Whether browsers can cache it: 308 on a public site, 307 everywhere else.",
});
const draft = Type.Boolean({
  description: "Whether it is a draft, which has no effect until it is published.",
});

export const SiteRedirect = named(
  "SiteRedirect",
  Type.Object(
    {
      object: Type.Literal("site-redirect"),
      id: Type.String(),
      source: Type.String(),
      draft,
      captureWildcard,
      permanent,
      destination: Destination,
      createdAt: Timestamp,
      updatedAt: Type.Optional(Timestamp),
    },
    { description: "The destination of a path without a page." },
  ),
);

export const RedirectParams = Type.Object({
  organizationId: Id,
  siteId: Id,
  siteRedirectId: Id,
});

export const REDIRECT_ORDERS = ["createdAt", "updatedAt", "source"] as const;

export const ListRedirectsQuery = Type.Object(
  {
    ...pageQuery,
    search: Type.Optional(Type.String({ maxLength: SOURCE_MAX, description: "Contained in the source." })),
    draft: Type.Optional(Type.Boolean({ description: "true: drafts instead of live redirects." })),
    orderBy: Type.Optional(
      Type.Enum([...REDIRECT_ORDERS], {
        description: "The default is the newest first. Sources are sorted alphabetically.",
      }),
    ),
  },
  closed,
);

export const CreateRedirect = named(
  "CreateSiteRedirect",
  Type.Object(
    {
      source: Source,
      destination: InputDestination,
      captureWildcard: Type.Optional(captureWildcard),
      draft: Type.Optional(draft),
      permanent: Type.Optional(permanent),
    },
    closed,
  ),
);

export const UpdateRedirect = named(
  "UpdateSiteRedirect",
  Type.Object(
    {
      source: Type.Optional(Source),
      destination: Type.Optional(InputDestination),
      captureWildcard: Type.Optional(captureWildcard),
      draft: Type.Optional(draft),
      permanent: Type.Optional(permanent),
    },
    closed,
  ),
);

const BulkItem = named(
  "SiteRedirectChange",
  Type.Object(
    {
      source: Source,
      intent: Type.Optional(
        Type.Enum(["live", "draft", "publish"], {
          description: "What to write; the default is live. `publish` makes the draft of this source live.",
        }),
      ),
      destination: Type.Optional(Type.Union([...InputDestination.anyOf, Type.Null()])),
      captureWildcard: Type.Optional(captureWildcard),
      permanent: Type.Optional(permanent),
    },
    { ...closed, description: "If its destination is null, the redirect is deleted." },
  ),
);

export const BulkRedirects = named(
  "ChangeSiteRedirects",
  Type.Object({ redirects: Type.Array(BulkItem, { minItems: 1, maxItems: 500 }) }, closed),
);

export const BulkResults = named(
  "SiteRedirectsChanged",
  Type.Object({
    results: Type.Array(
      Type.Object({
        status: Type.Enum(["created", "updated", "deleted", "published", "error"]),
        source: Type.String(),
        draft: Type.Boolean(),
        id: Type.Optional(Type.String()),
        error: Type.Optional(Type.String()),
      }),
    ),
  }),
);

export const LookupQuery = Type.Object({ ...ShareKeyQuery, source: Source }, closed);

export const FoundRedirect = named(
  "FoundSiteRedirect",
  Type.Object({ redirect: SiteRedirect, target: Type.String() }),
);
