import { useQueryClient } from "@tanstack/react-query";
import {
  getOrganizationById,
  type Organization,
  type UpdateOrganization,
  updateOrganizationById,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";
import { type FieldDraft, useDraft } from "./draft.ts";
import { organization as organizationOf } from "./queries.ts";

/** The draft of some of an organization's fields. @param part names them among the organization's drafts */
export function useOrganizationDraft<Fields extends object>(
  part: string,
  organization: Organization,
  fields: (of: Organization) => Fields,
  body: (changed: Partial<Fields>) => UpdateOrganization,
): FieldDraft<Fields> {
  const cache = useQueryClient();
  const { id } = organization;
  return useDraft({
    id: `organization ${id} ${part}`,
    thing: organization,
    fields,
    write: (changed, options) => updateOrganizationById(client, id, body(changed), options),
    read: () => getOrganizationById(client, id),
    saved: (thing) => {
      cache.setQueryData(organizationOf(id).queryKey, thing);
      void cache.invalidateQueries({ queryKey: ["organizations"] });
    },
  });
}
