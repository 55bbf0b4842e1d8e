import { Type } from "typebox";
import { listOf, pageQuery } from "../../http/list.ts";
import { closed, asIs, named } from "../../http/named.ts";
import { ChangeRequest } from "../change-requests/schema.ts";
import { OpenAPISpec } from "../openapi/schema.ts";
import { Organization } from "../orgs/schema.ts";
import { File, Page, ReusableEntry } from "../revisions/schema.ts";
import { Space } from "../spaces/schema.ts";

const status = Type.Optional(
  Type.Enum(["ok", "broken", "in-app"], {
    description:
      "`broken`: its target doesn't exist. `in-app`: it leads to an address of this installation, which readers may not be able to open. `ok`: all others.",
  }),
);

export const LinksQuery = closed({ ...pageQuery, status });

export const RequestLinksQuery = closed({
  ...pageQuery,
  status,
  brokenContext: Type.Optional(
    Type.Enum(["change-request", "space"], {
      description:
        "Only broken links: those that the change request breaks, or those that are already broken in the space.",
    }),
  ),
});

export const BacklinksQuery = closed(pageQuery);

export const DeletionQuery = closed({
  pages: Type.String({
    minLength: 1,
    maxLength: 8000,
    description: "At most 200 ids, separated by commas. Ids of deleted pages are ignored.",
  }),
});

export const Deletion = named(
  "PageDeletion",
  Type.Object(
    {
      pages: Type.Integer({ description: "The number of pages, including their subpages." }),
      links: Type.Integer({ description: "The number of links to them from the remaining content." }),
    },
    { description: "The effect of deleting pages." },
  ),
);

const Node = Type.Unknown();
const Location = named(
  "ContentLocation",
  asIs<Readonly<Record<string, unknown>>>(
    Type.Object(
      {
        kind: Type.Enum(["page", "file", "reusable-content", "openapi", "space", "url"]),
        organization: Type.Optional(Organization),
        space: Type.Optional(Space),
        changeRequest: Type.Optional(ChangeRequest),
        page: Type.Optional(Page),
        file: Type.Optional(File),
        reusableContent: Type.Optional(ReusableEntry),
        openAPISpec: Type.Optional(OpenAPISpec),
        url: Type.Optional(Type.String()),
        internalLocation: Type.Optional(
          Type.Union([
            Type.Object({ type: Type.Literal("anchor"), anchor: Type.String() }),
            Type.Object(
              { type: Type.Literal("node"), node: Node },
              { description: "The block that has the link." },
            ),
          ]),
        ),
      },
      { description: "A location. The resource itself is in the field with the name of its kind." },
    ),
  ),
);

const Link = named(
  "ContentReference",
  Type.Object(
    {
      status: Type.Enum(["ok", "broken", "in-app"]),
      relation: Type.Enum(["reference", "dependsOn"], {
        description:
          "`dependsOn`: the page can't be shown without it, such as a reusable content, an OpenAPI specification or an integration.",
      }),
      targetReference: Type.Optional(Location),
      locationReferences: Type.Array(Location, {
        description: "Where the link is; at most the first 20 pages.",
      }),
      sources: Type.Integer({
        description: "The total number of pages and reusable contents that link to it.",
      }),
    },
    { description: "A link target, with the places that link to it." },
  ),
);

export const Links = named(
  "ContentReferences",
  Type.Object({
    ...listOf(Link).properties,
    stats: Type.Object(
      {
        total: Type.Integer(),
        broken: Type.Object({
          total: Type.Integer(),
          changeRequest: Type.Integer({
            description:
              "Links that this change request breaks; for a space, links that its open change requests break.",
          }),
        }),
      },
      { description: "Counts of the whole revision; a page counts once for each thing that it links to." },
    ),
  }),
);

export const Backlinks = listOf(Location);
