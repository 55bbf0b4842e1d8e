import { Type } from "typebox";
import { Id, Url } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";
import { CustomizationOverrides, PutCustomization } from "../customization/schema.ts";

const Backend = Type.Enum(["custom", "integration"], {
  description: "Who signs visitors in: a backend of your own, or an integration.",
});

export const PublishingAuth = named(
  "SitePublishingAuth",
  Type.Object(
    {
      object: Type.Literal("publishing-auth"),
      backend: Backend,
      privateKey: Type.String({
        description: "Signs visitors' tokens: HS256, with the UTF-8 bytes of this text. A secret.",
      }),
      fallbackURL: Type.Optional(Url),
    },
    { description: "How a site signs visitors in." },
  ),
);

export const UpdatePublishingAuth = named(
  "SitePublishingAuthUpdate",
  closed({
    backend: Type.Optional(Backend),
    fallbackURL: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 2048 }), Type.Null()], {
        description:
          "Where visitors without a valid token are sent, with the path they asked for in `location`. null: nowhere.",
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
        "The id of a change request whose content is shown. Without `siteSpace`, where its space stands.",
    }),
  }),
);

export const Preview = named(
  "SitePreview",
  Type.Object({ url: Type.String({ format: "uri", maxLength: 8192 }) }),
);
