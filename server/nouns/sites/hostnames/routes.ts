import { Type } from "typebox";
import type { Deps } from "../../../deps.ts";
import { conflict } from "../../../http/errors.ts";
import { chapter, empty, holding, ok, op } from "../../../http/operation.ts";
import { ResourceUrls } from "../../../http/shapes.ts";
import { named } from "../../../http/named.ts";
import { claimUntilProved, contestHostname } from "./claim.ts";
import { releaseHostname } from "./commands.ts";
import { proofOf, STATUSES } from "./proof.ts";
import { type HostnameThing, loadHostname, loadSubdomain } from "./queries.ts";

const noun = "The custom hostname";
const url = "/custom-hostnames/:hostname";

const CustomHostname = named(
  "CustomHostname",
  Type.Object(
    {
      object: Type.Literal("custom-hostname"),
      hostname: Type.String(),
      target: Type.Object({ type: Type.Literal("site"), site: Type.String() }),
      isActive: Type.Boolean({ description: "Whether the site is served there." }),
      status: Type.Enum([...STATUSES]),
      verification: Type.Object(
        { type: Type.Literal("TXT"), name: Type.String(), value: Type.String() },
        { description: "The DNS record that proves it." },
      ),
      urls: ResourceUrls,
    },
    { description: "A hostname that a site has claimed." },
  ),
);

const Params = Type.Object({ hostname: Type.String({ minLength: 1, maxLength: 512 }) });

const about = ({ site }: HostnameThing) => ({
  organization: site.organization_id,
  target: { type: "site", id: site.id, label: site.title },
});

function present(deps: Deps, { claim, site }: HostnameThing) {
  const { hostname, status } = claim;
  return {
    object: "custom-hostname" as const,
    hostname,
    target: { type: "site" as const, site: site.id },
    isActive: site.hostname === hostname,
    status: status as (typeof STATUSES)[number],
    verification: proofOf(deps, site.organization_id, hostname),
    urls: { location: `${deps.addresses.app}/v1/custom-hostnames/${hostname}` },
  };
}

const Subdomain = named(
  "Subdomain",
  Type.Object(
    {
      object: Type.Literal("subdomain"),
      subdomain: Type.String(),
      target: Type.Object({ type: Type.Literal("organization"), organization: Type.String() }),
      isActive: Type.Boolean(),
    },
    { description: "The part of addresses that an organization has." },
  ),
);

export const hostnameOperations = chapter("Sites", [
  op({
    method: "GET",
    url: "/subdomains/:subdomain",
    operationId: "getSubdomain",
    call: "subdomains.get",
    tag: "Organizations",
    summary: "Find an organization by its hostname",
    description: "One of your own organizations.",
    scopes: [],
    access: holding("The subdomain", loadSubdomain, "view"),
    shapes: {
      params: Type.Object({ subdomain: Type.String({ minLength: 1, maxLength: 32 }) }),
    },
    answers: { 200: Subdomain },
    handler: ({ thing: { organization } }) =>
      ok({
        object: "subdomain" as const,
        subdomain: organization.hostname,
        target: { type: "organization" as const, organization: organization.id },
        isActive: true,
      }),
  }),
  op({
    method: "GET",
    url,
    operationId: "getCustomHostname",
    call: "customHostnames.get",
    summary: "Get a custom hostname",
    description: "The state of its proof, and the DNS record that you have to add.",
    scopes: [],
    access: holding(noun, loadHostname, "view"),
    shapes: { params: Params },
    answers: { 200: CustomHostname },
    tagged: true,
    handler: ({ deps, thing }) => ok(present(deps, thing), thing.site.version),
  }),
  op({
    method: "PATCH",
    url,
    operationId: "dnsRevalidateCustomHostname",
    call: "customHostnames.revalidate",
    summary: "Check the DNS of a custom hostname again",
    description:
      "Asks the DNS, which takes moments; read the hostname to see the result. Once it is proved, the site is served there. Refused if it is proved already.",
    scopes: [],
    access: holding(noun, loadHostname, "claimHostname"),
    shapes: { params: Params },
    answers: { 204: null },
    points: 20,
    handler: async ({ deps, thing, change }) => {
      const { site, claim } = thing;
      const { hostname } = claim;
      if (site.hostname === hostname)
        throw conflict("hostname-proved", "The hostname is proved already, and the site is served there.");
      return change(async (running) => {
        await claimUntilProved(deps, running, site, hostname);
        await running.trace({ action: "site.hostname.claim", ...about(thing), after: { hostname } });
        return empty(204);
      }).catch((refusal: unknown) => contestHostname(deps, site, { hostname, refusal }));
    },
  }),
  op({
    method: "DELETE",
    url,
    operationId: "removeCustomHostname",
    call: "customHostnames.remove",
    summary: "Remove a custom hostname",
    description: "Its site is served only at its other address from then on.",
    scopes: [],
    access: holding(noun, loadHostname, "claimHostname"),
    shapes: { params: Params },
    answers: { 205: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, trace }) => {
        await releaseHostname(tx, thing.site);
        await trace({
          action: "site.hostname.remove",
          ...about(thing),
          before: { hostname: thing.claim.hostname },
        });
        return empty(205);
      }),
  }),
]);
