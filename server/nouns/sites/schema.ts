import { Type } from "typebox";
import { ShareKeyQuery, Site } from "./site/schema.ts";
import { SiteStructure } from "./structure/schema.ts";
import { named } from "../../http/named.ts";

export const PublishedContentSite = named(
  "PublishedContentSite",
  Type.Object({
    object: Type.Literal("published-content-site"),
    site: Site,
    structure: SiteStructure,
    customizations: Type.Object({ site: Type.Any(), siteSpaces: Type.Record(Type.String(), Type.Any()) }),
    scripts: Type.Array(Type.Any()),
  }),
);

export const PublishedQuery = Type.Object(ShareKeyQuery, { additionalProperties: false });
