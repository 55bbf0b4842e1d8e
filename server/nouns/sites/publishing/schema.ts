import { Type } from "typebox";
import { Id, Url } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";
import { CustomizationOverrides, PutCustomization } from "../customization/schema.ts";

const Backend = Type.Enum(["custom", "integration"], {
  description: "Who signs visitors in: your own backend, or an integration.",
});

export const PublishingAuth = named(
  "SitePublishingAuth",
  Type.Object(
    {
      object: Type.Literal("publishing-auth"),
      backend: Backend,
      privateKey: Type.String({
        description: "The secret that signs visitors' tokens: HS256, with the UTF-8 bytes of this text.",
      }),
      fallbackURL: Type.Optional(Url),
    },
    { description: "The sign-in of a site's visitors." },
  ),
);

export const UpdatePublishingAuth = named(
  "SitePublishingAuthUpdate",
  closed({
    backend: Type.Optional(Backend),
    fallbackURL: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 2048 }), Type.Null()], {
        description:
          "The address to which visitors without a valid token are sent, with the requested path in `location`. null: none.",
      }),
    ),
  }),
);

export const PreviewQuery = closed({
  siteSpace: Type.Optional(Id),
  claims: Type.Optional(
    Type.String({ maxLength: 2048, description: "The visitor's claims, in Rison: (plan:pro,beta:!t)" }),
  ),
});

export const CreatePreview = named(
  "CreateSitePreview",
  closed({
    siteSpace: Type.Optional(Id),
    claims: Type.Optional(
      Type.Record(Type.String({ maxLength: 128 }), Type.Unknown(), {
        description: "The visitor's claims: at most 1500 characters as JSON.",
      }),
    ),
    customization: Type.Optional(PutCustomization),
    overrides: Type.Optional(CustomizationOverrides),
    changeRequest: Type.Optional({
      ...Id,
      description:
        "The id of a change request: the site shows its content. Without `siteSpace`, it opens the space of the change request.",
    }),
    revision: Type.Optional({
      ...Id,
      description:
        "The same of a revision, also of one that shows a pull request of Git Sync. Not together with `changeRequest`.",
    }),
  }),
);

export const Preview = named(
  "SitePreview",
  Type.Object({ url: Type.String({ format: "uri", maxLength: 8192 }) }),
);
