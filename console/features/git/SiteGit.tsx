/** A site and a branch of a repository, kept in step: how that stands, which folder has which space, and how it ends. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { GitSyncInstallation } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { gitInstallation, gitOfSite, isConnected } from "../../api/git.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Card } from "../../ui/Card.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { gitWords } from "../../words/git.ts";
import { SiteArea } from "../sites/SiteArea.tsx";
import { Connect } from "./Connect.tsx";
import { Credentials } from "./Credentials.tsx";
import { GitRuns } from "./GitRuns.tsx";
import { Disconnect, GitSettings } from "./GitSettings.tsx";
import { GitState } from "./GitState.tsx";
import { SetUp } from "./SetUp.tsx";
import { Webhook } from "./Webhook.tsx";

export default function SiteGit({ organization, site }: RouteParams<"siteGit">) {
  const cache = useQueryClient();
  const { data: all } = useNeeded(gitOfSite(organization, site));
  const look = (): void => void cache.invalidateQueries({ queryKey: gitOfSite(organization, site).queryKey });
  const [own] = all ?? [];
  return (
    <SiteArea organization={organization} site={site} tab="siteGit">
      {() =>
        all === undefined ? (
          <Skeleton />
        ) : own === undefined ? (
          <Connect of={{ site }} organization={organization} connected={look} />
        ) : (
          <Connected id={own.id} site={site} parts={all.slice(1)} organization={organization} look={look} />
        )
      }
    </SiteArea>
  );
}

interface ConnectedProps {
  readonly id: string;
  readonly site: string;
  /** Of its spaces. */
  readonly parts: readonly GitSyncInstallation[];
  readonly organization: string;
  readonly look: () => void;
}

function Connected({ id, site, parts, organization, look }: ConnectedProps) {
  const { data: it } = useNeeded(gitInstallation(id));
  if (it === undefined) return <Skeleton />;
  if (!isConnected(it))
    return it.connection === undefined ? (
      <Connect of={{ site }} organization={organization} setup={id} connected={look} />
    ) : (
      <SetUp installation={it} changed={look} />
    );
  return (
    <>
      <GitState installation={it} space={undefined} />
      <Card title={gitWords.folders} text={gitWords.foldersText}>
        {parts.length === 0 ? <p className="help">{gitWords.noFolders}</p> : null}
        <ul className="list">
          {parts.map((part) => (
            <Folder key={part.id} of={part} />
          ))}
        </ul>
      </Card>
      <GitRuns installation={it} />
      <Credentials installation={it} organization={organization} />
      <Webhook installation={it} />
      <GitSettings installation={it} />
      <Disconnect installation={it} disconnected={look} />
    </>
  );
}

/** A space with its folder, and the way to what waits in it. */
function Folder({ of: { target, projectDirectory, attention } }: { readonly of: GitSyncInstallation }) {
  const space = target.type === "space" ? target.spaceId : "";
  const { data } = useQuery({ ...spaceOf(space), retry: false });
  return (
    <li className="list-row">
      <Link className="list-link" href={addressOf("spaceGit", { space })}>
        <Icon name="record" />
        <span className="cut">{data?.title ?? space}</span>
      </Link>
      <span className="facts-line">
        {attention === undefined ? null : <span className="wrong">{gitWords.needsYou}</span>}
        <code>{projectDirectory === "" ? gitWords.wholeRepository : projectDirectory}</code>
      </span>
    </li>
  );
}
