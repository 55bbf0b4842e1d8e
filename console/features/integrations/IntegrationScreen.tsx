/** An integration: what it is and may do, whether the organization has it, and how it is configured there. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  installIntegration,
  type Integration,
  type IntegrationInstallation,
  type Organization,
  uninstallIntegration,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { integration as integrationOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { developerWords } from "../../words/developers.ts";
import { Area } from "../organization/Area.tsx";
import { ConfigurationCard } from "./ConfigurationCard.tsx";
import { installationsOf } from "./installations.ts";
import { InstallationState } from "./InstallationState.tsx";

export default function IntegrationScreen({ organization, integration }: RouteParams<"integration">) {
  const { data: it } = useQuery({ ...integrationOf(integration), throwOnError: true });
  const inside = {
    title: it?.title ?? integration,
    href: addressOf("integration", { organization, integration }),
  };
  return (
    <Area organization={organization} area="developers" tab="integrations" inside={inside}>
      {(within) => (it === undefined ? <Skeleton /> : <Body organization={within} integration={it} />)}
    </Area>
  );
}

interface BodyProps {
  readonly organization: Organization;
  readonly integration: Integration;
}

function Body({ organization, integration }: BodyProps) {
  const { permissions } = organization;
  const { data: all } = useQuery({
    ...installationsOf(organization.id),
    enabled: permissions.listInstallations,
  });
  const installed = all?.find((one) => one.integration === integration.name);
  return (
    <>
      <header className="head">
        <h1>{integration.title}</h1>
        {all !== undefined && installed === undefined && permissions.installIntegration ? (
          <Install organization={organization} integration={integration} />
        ) : null}
      </header>
      <p className="lead facts-line">
        {all === undefined ? null : <InstallationState installation={installed} />}
        {installed === undefined ? null : <span>{developerWords.scripts[installed.scripts]}</span>}
        <span>{developerWords.byOwner(integration.owner.title)}</span>
      </p>
      <p>{integration.description}</p>
      <h2>{developerWords.whatItMay}</h2>
      <Scopes scopes={installed?.scopes ?? integration.scopes} />
      <Hosts hosts={installed?.hosts ?? integration.hosts} />
      {installed === undefined || !permissions.installIntegration ? null : (
        <>
          <ConfigurationCard
            organization={organization.id}
            integration={integration}
            installation={installed.id}
          />
          <Uninstall organization={organization} integration={integration} installation={installed} />
        </>
      )}
    </>
  );
}

function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === 0) return <p className="nothing">{developerWords.noScopes}</p>;
  return <Chips of={scopes} />;
}

/** From where pages load more for its scripts: others than its readers came to. */
function Hosts({ hosts }: { readonly hosts: readonly string[] }) {
  if (hosts.length === 0) return null;
  return (
    <>
      <p>{developerWords.hostsText}</p>
      <Chips of={hosts} />
    </>
  );
}

function Chips({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className="chips">
      {of.map((name) => (
        <li key={name} className="tag">
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}

function Install({ organization, integration }: BodyProps) {
  const [isOpen, open] = useState(false);
  const cache = useQueryClient();
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        {developerWords.install}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={developerWords.installTitle(integration.title)}
        verb={developerWords.install}
        isReady
        isDirty={false}
        act={() =>
          installIntegration(client, integration.name, {
            organization: organization.id,
            version: integration.version,
          }).finally(() => cache.invalidateQueries({ queryKey: integrationOf(integration.name).queryKey }))
        }
        done={() => void cache.invalidateQueries({ queryKey: installationsOf(organization.id).queryKey })}
      >
        {() => (
          <div className="dialog-text">
            <p>{developerWords.installText}</p>
            <Scopes scopes={integration.scopes} />
            <Hosts hosts={integration.hosts} />
          </div>
        )}
      </FormDialog>
    </>
  );
}

interface UninstallProps extends BodyProps {
  readonly installation: IntegrationInstallation;
}

function Uninstall({ organization, integration, installation }: UninstallProps) {
  const [isAsking, ask] = useState(false);
  const cache = useQueryClient();
  return (
    <Card title={developerWords.uninstallVerb} text={developerWords.uninstallText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {developerWords.uninstall}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={developerWords.uninstallTitle(integration.title)}
        verb={developerWords.uninstallVerb}
        act={async () => {
          await uninstallIntegration(client, integration.name, installation.id);
          await cache.invalidateQueries({ queryKey: installationsOf(organization.id).queryKey });
        }}
      >
        <p>{developerWords.uninstallText}</p>
      </Ask>
    </Card>
  );
}
