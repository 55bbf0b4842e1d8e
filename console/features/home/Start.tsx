/** Where somebody comes without an organization in the address: to the one that they were in last, else to their first. */
import { useQuery } from "@tanstack/react-query";
import { Redirect } from "wouter";
import { organizations } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { lastOrganization } from "../../app/lastOrganization.ts";
import { addressOf } from "../../routes.ts";
import { Fault, Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";

interface StartProps {
  /** The name of an integration that they want to see there. */
  readonly integration?: string;
}

export function Start({ integration }: StartProps) {
  const { data, error, refetch } = useQuery(organizations());
  const last = lastOrganization();
  const first = data?.find(({ id }) => id === last) ?? data?.[0];
  if (first !== undefined) {
    const there = { organization: first.id };
    const to =
      integration === undefined
        ? addressOf("home", there)
        : addressOf("integration", { ...there, integration });
    return <Redirect to={to} replace />;
  }
  return (
    <Frame title={words.home} trail={[]}>
      {error !== null && data === undefined ? (
        <Fault error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : (
        <Notice icon="home" title={words.noOrganizations} text={words.noOrganizationsText}>
          <a className="button button-secondary" href="/account">
            {words.account}
          </a>
        </Notice>
      )}
    </Frame>
  );
}
