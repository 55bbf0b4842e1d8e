/** A space and a branch of a repository, kept in step: how that stands, what was done, and how it begins and ends. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { type ConnectedInstallation, gitInstallation, gitOf, isConnected } from "../../api/git.ts";
import { useNeeded } from "../../api/needed.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { gitWords } from "../../words/git.ts";
import { SpaceArea } from "../settings/SpaceArea.tsx";
import { Connect } from "./Connect.tsx";
import { Credentials } from "./Credentials.tsx";
import { GitReviews } from "./GitReviews.tsx";
import { GitRuns } from "./GitRuns.tsx";
import { Disconnect, GitSettings } from "./GitSettings.tsx";
import { GitState } from "./GitState.tsx";
import { SetUp } from "./SetUp.tsx";
import { Webhook } from "./Webhook.tsx";

export default function SpaceGit({ space }: RouteParams<"spaceGit">) {
  const cache = useQueryClient();
  const { data: it } = useNeeded(spaceOf(space));
  const { data: installation } = useNeeded({
    ...gitOf(space),
    enabled: it?.permissions.admin === true,
  });
  return (
    <SpaceArea space={it} tab="spaceGit">
      {(within) => (
        <>
          {installation === undefined ? (
            <Skeleton />
          ) : installation === null ? (
            <Connect
              of={{ space }}
              organization={within.organization}
              connected={({ id }) => cache.setQueryData(gitOf(space).queryKey, id)}
            />
          ) : (
            <Connected id={installation} space={space} organization={within.organization} />
          )}
        </>
      )}
    </SpaceArea>
  );
}

interface ConnectedProps {
  readonly id: string;
  readonly space: string;
  readonly organization: string;
}

function Connected({ id, space, organization }: ConnectedProps) {
  const cache = useQueryClient();
  const { data: it } = useNeeded(gitInstallation(id));
  const go = (to: string | undefined): void => void cache.setQueryData(gitOf(space).queryKey, to ?? null);
  if (it === undefined) return <Skeleton />;
  if (!isConnected(it))
    return it.connection === undefined ? (
      <Connect of={{ space }} organization={organization} setup={id} connected={(made) => go(made.id)} />
    ) : (
      <SetUp installation={it} changed={go} />
    );
  if (it.parentInstallationId !== undefined)
    return <Part installation={it} site={it.parentInstallationId} space={space} />;
  return (
    <>
      <GitState installation={it} space={space} />
      <GitReviews installation={it} space={space} />
      <GitRuns installation={it} />
      <Credentials installation={it} organization={organization} />
      <Webhook installation={it} />
      <GitSettings installation={it} />
      <Disconnect installation={it} disconnected={() => cache.setQueryData(gitOf(space).queryKey, null)} />
    </>
  );
}

interface PartProps {
  readonly installation: ConnectedInstallation;
  /** The id of the installation of its site. */
  readonly site: string;
  readonly space: string;
}

/** A space that is kept in step with its site. */
function Part({ installation, site, space }: PartProps) {
  const { data } = useQuery({ ...gitInstallation(site), retry: false });
  const { target } = data ?? {};
  return (
    <>
      <Card title={gitWords.ofSite} text={gitWords.ofSiteText(installation.projectDirectory)}>
        {target?.type !== "site" ? null : (
          <p>
            <Link
              className="list-link"
              href={addressOf("siteGit", { organization: target.organizationId, site: target.siteId })}
            >
              {gitWords.toSite}
            </Link>
          </p>
        )}
      </Card>
      <GitState installation={installation} space={space} />
    </>
  );
}
