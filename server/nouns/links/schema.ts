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
      "`broken`: nothing is there. `in-app`: an address of this installation, which readers elsewhere can't be sure of. `ok`: the rest.",
  }),
);

export const LinksQuery = closed({ ...pageQuery, status });

export const RequestLinksQuery = closed({
  ...pageQuery,
  status,
  brokenContext: Type.Optional(
    Type.Enum(["change-request", "space"], {
      description:
        "Broken links alone: those that the change request breaks, or those that are broken in the space already.",
    }),
  ),
});

export const BacklinksQuery = closed(pageQuery);

export const DeletionQuery = closed({
  pages: Type.String({
    minLength: 1,
    maxLength: 8000,
    description: "Ids with commas between them, 200 at most. Those that are gone count as none.",
  }),
});

export const Deletion = named(
  "PageDeletion",
  Type.Object(
    {
      pages: Type.Integer({ description: "With those below them." }),
      links: Type.Integer({ description: "Of what stays, to them." }),
    },
    { description: "What deleting pages takes away." },
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
      { description: "Where something is: the thing itself is under the name of its kind." },
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
          "`dependsOn`: the page can't be shown without it: reusable content, an OpenAPI specification.",
      }),
      targetReference: Type.Optional(Location),
      locationReferences: Type.Array(Location, {
        description: "Where the link is; of many pages the first 20.",
      }),
      sources: Type.Integer({ description: "How many pages and reusable contents link to it in all." }),
    },
    { description: "Something that is linked to, with where." },
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
              "Those that this change request breaks; of a space, those that its open change requests break.",
          }),
        }),
      },
      { description: "Counts of the whole revision; a page counts once for each thing that it links to." },
    ),
  }),
);

export const Backlinks = listOf(Location);
