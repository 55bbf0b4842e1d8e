/**
 * A choice among the OpenAPI specifications of an organization: those that somebody sees by their own right. The
 * integration learns what is chosen, and of no other.
 */
import { useQuery } from "@tanstack/react-query";
import { listOpenAPISpecs } from "../../../sdk/src/index.ts";
import { allOf, PART } from "../../api/wholeList.ts";
import { client } from "../../api/client.ts";
import type { FieldPlace } from "../../api/fieldOptions.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { integrationWords } from "../../words/integrations.ts";

interface SpecSelectProps {
  readonly from: FieldPlace;
  readonly label: string;
  /** The slugs. */
  readonly chosen: readonly string[];
  readonly set: (chosen: readonly string[]) => void;
  readonly isMany: boolean;
  readonly isDisabled: boolean;
  readonly placeholder: string;
}

export default function SpecSelect({
  from,
  label,
  chosen,
  set,
  isMany,
  isDisabled,
  placeholder,
}: SpecSelectProps) {
  const { context } = from;
  const space = "spaceId" in context ? context.spaceId : undefined;
  const named = "organizationId" in context ? context.organizationId : from.organization;
  const { data: of } = useQuery({
    ...spaceOf(space ?? ""),
    enabled: named === undefined && space !== undefined,
  });
  const organization = named ?? of?.organization;
  const { data, error } = useQuery({
    queryKey: ["organization", organization, "specifications to choose"],
    enabled: organization !== undefined,
    retry: false,
    throwOnError: false,
    queryFn: async () =>
      (await allOf(listOpenAPISpecs(client, organization ?? "", { limit: PART }))).map(({ slug }) => slug),
  });
  if (error !== null) return <p className="kit-hint">{integrationWords.noChoices(error.message)}</p>;
  const own = chosen.filter((slug) => slug !== "");
  return (
    <select
      className="kit-input"
      aria-label={label || undefined}
      multiple={isMany}
      disabled={isDisabled}
      aria-busy={data === undefined}
      value={isMany ? own : (own[0] ?? "")}
      onChange={({ target }) => set([...target.selectedOptions].map(({ value }) => value))}
    >
      {isMany ? null : <option value="">{placeholder}</option>}
      {[...new Set([...own, ...(data ?? [])])].map((slug) => (
        <option key={slug} value={slug}>
          {slug}
        </option>
      ))}
    </select>
  );
}
