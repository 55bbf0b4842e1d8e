import { Type } from "typebox";
import { pageQuery } from "../../../http/list.ts";
import { Id, PublishedUrls, Timestamp } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";

export const ShareLink = named(
  "ShareLink",
  Type.Object(
    {
      object: Type.Literal("share-link"),
      id: Type.String(),
      createdAt: Timestamp,
      name: Type.String(),
      active: Type.Boolean({ description: "Whether its address opens the site." }),
      urls: PublishedUrls,
    },
    { description: "A secret address of a site. It opens the site if its visibility is share-link." },
  ),
);

const name = Type.String({ maxLength: 50, description: "The recipients, for your own reference." });

export const ShareLinkParams = Type.Object({
  organizationId: Id,
  siteId: Id,
  shareLinkId: Id,
});

export const ListShareLinksQuery = closed(pageQuery);

export const CreateShareLink = named("CreateShareLink", closed({ name }));

export const UpdateShareLink = named(
  "UpdateShareLink",
  closed({ active: Type.Optional(Type.Boolean()), name: Type.Optional(name) }),
);
