/** What the search of an organization doesn't have, by its name: what the open space has beside pages, and what extends the organization. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import {
  listFiles,
  listOrganizationIntegrations,
  listOrganizationWebhooks,
  listReusableContents,
  type Organization,
  type Space,
} from "../../sdk/src/index.ts";
import { client } from "../api/client.ts";
import { variablesOf } from "../api/parts.ts";
import { organization as organizationOf, space as spaceOf } from "../api/queries.ts";
import { addressOf, placeOf } from "../routes.ts";
import { useLate } from "../ui/useLate.ts";
import { rightTo } from "./areas.ts";

export interface NamedPart {
  readonly kind: "files" | "reusables" | "variables" | "integrations" | "webhooks";
  readonly title: string;
  /** Beside its title. */
  readonly where: string;
  readonly href: string;
}

/** Of each kind. */
const MOST_FOUND = 8;
/** As many as are looked through of what has no search; they are read again after this time, milliseconds. */
const MOST_READ = 100;
const FRESH_FOR = 30_000;

/** Those whose names have what is asked for. @param id the organization's */
export function useNamedParts(id: string | undefined, asked: string) {
  const text = useLate(asked);
  const { space: open } = placeOf(location.pathname);
  const isAsked = text !== "" && text === asked;
  const { data: organization } = useQuery({ ...organizationOf(id ?? ""), enabled: id !== undefined });
  const { data: space } = useQuery({
    ...spaceOf(open ?? ""),
    enabled: open !== undefined,
    throwOnError: false,
  });
  const inSpace = useQuery({ ...ofSpace(space, text), enabled: isAsked && space !== undefined });
  const inOrganization = useQuery({
    ...ofOrganization(organization, text),
    enabled: isAsked && organization !== undefined,
  });
  const parts: readonly NamedPart[] = isAsked
    ? [...(inSpace.data ?? []), ...(inOrganization.data ?? [])]
    : [];
  return { parts, isSettled: text === asked && !inSpace.isFetching && !inOrganization.isFetching };
}

const named = (asked: string, ...names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase().includes(asked.toLowerCase()));

const ofSpace = (within: Space | undefined, asked: string) =>
  queryOptions({
    queryKey: ["space", within?.id ?? "", "named", asked],
    throwOnError: false,
    queryFn: async ({ client: cache, signal }): Promise<readonly NamedPart[]> => {
      if (within === undefined) return [];
      const { id: space, title: where } = within;
      const [files, texts, variables] = await Promise.all([
        listFiles(client, space, { search: asked, limit: MOST_FOUND }, { signal }),
        cache.fetchQuery({
          queryKey: ["space", space, "reusables to be named"],
          staleTime: FRESH_FOR,
          queryFn: async () => (await listReusableContents(client, space, { limit: MOST_READ })).items,
        }),
        cache.fetchQuery({ ...variablesOf(space), staleTime: FRESH_FOR }),
      ]);
      return [
        ...files.items.map(({ id, name }): NamedPart => ({
          kind: "files",
          title: name,
          where,
          href: addressOf("file", { space, file: id }),
        })),
        ...texts
          .filter(({ title }) => named(asked, title))
          .slice(0, MOST_FOUND)
          .map(({ id, title }): NamedPart => ({
            kind: "reusables",
            title,
            where,
            href: addressOf("reusable", { space, reusable: id }),
          })),
        ...Object.keys(variables)
          .filter((name) => named(asked, name))
          .slice(0, MOST_FOUND)
          .map((title): NamedPart => ({
            kind: "variables",
            title,
            where,
            href: addressOf("variables", { space }),
          })),
      ];
    },
  });

const ofOrganization = (within: Organization | undefined, asked: string) =>
  queryOptions({
    queryKey: ["organization", within?.id ?? "", "named", asked],
    throwOnError: false,
    queryFn: async ({ client: cache, signal }): Promise<readonly NamedPart[]> => {
      if (within === undefined) return [];
      const { id: organization, title: where, permissions } = within;
      const [integrations, webhooks] = await Promise.all([
        permissions[rightTo("integrations")]
          ? listOrganizationIntegrations(
              client,
              organization,
              { search: asked, limit: MOST_FOUND },
              { signal },
            )
          : { items: [] },
        permissions[rightTo("webhooks")]
          ? cache.fetchQuery({
              queryKey: ["organization", organization, "webhooks to be named"],
              staleTime: FRESH_FOR,
              queryFn: async () =>
                (await listOrganizationWebhooks(client, organization, { limit: MOST_READ })).items,
            })
          : [],
      ]);
      return [
        ...integrations.items.map(({ name, title }): NamedPart => ({
          kind: "integrations",
          title,
          where,
          href: addressOf("integration", { organization, integration: name }),
        })),
        ...webhooks
          .filter(({ url, description }) => named(asked, url, description))
          .slice(0, MOST_FOUND)
          .map(({ id, url, description }): NamedPart => ({
            kind: "webhooks",
            title: url,
            where: description,
            href: addressOf("webhook", { organization, webhook: id }),
          })),
      ];
    },
  });
