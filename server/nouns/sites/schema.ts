import { Type } from "typebox";
import { Customization } from "./customization/schema.ts";
import { ShareKeyQuery, Site } from "./site/schema.ts";
import { SiteStructure } from "./structure/schema.ts";
import { closed, named } from "../../http/named.ts";

export const IntegrationScript = named(
  "SiteIntegrationScript",
  Type.Object({
    script: Type.String({ description: "Its address." }),
    cookies: Type.Boolean({
      description: "Whether it can store data about readers. Readers have to be asked first.",
    }),
    contentSecurityPolicy: Type.Optional(Type.String()),
  }),
);

export const PublishedContentSite = named(
  "PublishedContentSite",
  Type.Object({
    object: Type.Literal("published-content-site"),
    site: Site,
    structure: SiteStructure,
    customizations: Type.Object({
      site: Customization,
      siteSpaces: Type.Record(Type.String(), Customization),
    }),
    scripts: Type.Array(IntegrationScript),
  }),
);

export const PublishedQuery = closed(ShareKeyQuery);
