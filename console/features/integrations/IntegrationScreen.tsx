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
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { integration as integrationOf } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { integrationWords } from "../../words/integrations.ts";
import { Area } from "../organization/Area.tsx";
import { ConfigurationCard } from "./ConfigurationCard.tsx";
import { InstallationLog } from "./InstallationLog.tsx";
import { inOrganization, installationsOf } from "./installations.ts";
import { InstallationState } from "./InstallationState.tsx";
import { Places } from "./Places.tsx";

export default function IntegrationScreen({ organization, integration }: RouteParams<"integration">) {
  const { data: it } = useNeeded(integrationOf(integration));
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
          <Install organization={organization} integration={integration} verb={integrationWords.install} />
        ) : null}
      </header>
      <p className="lead facts-line">
        {all === undefined ? null : <InstallationState installation={installed} />}
        {installed === undefined ? null : <span>{integrationWords.scripts[installed.scripts]}</span>}
        <span>{integrationWords.byOwner(integration.owner.title)}</span>
      </p>
      <p>{integration.description}</p>
      <h2>{integrationWords.whatItMay}</h2>
      <Scopes scopes={installed?.scopes ?? integration.scopes} />
      <Hosts hosts={installed?.hosts ?? integration.hosts} />
      {installed === undefined || !permissions.installIntegration ? null : (
        <AsksMore organization={organization} integration={integration} installation={installed} />
      )}
      {integration.contentSources.length === 0 ? null : <p>{integrationWords.makesPages}</p>}
      {installed === undefined || !permissions.installIntegration ? null : (
        <>
          <Installed organization={organization.id} integration={integration} id={installed.id} />
          <Uninstall organization={organization} integration={integration} installation={installed} />
        </>
      )}
    </>
  );
}

interface InstalledProps {
  /** Ids: the organization's, and the installation's. */
  readonly organization: string;
  readonly id: string;
  readonly integration: Integration;
}

/** How it is set up here, on what it works, and what it was told. */
function Installed({ organization, integration, id }: InstalledProps) {
  const { name, target, configurations } = integration;
  const at = inOrganization(organization, name, id);
  const { data } = useQuery({ queryKey: at.queryKey, structuralSharing: false, queryFn: at.read });
  if (data === undefined) return <Skeleton rows={3} />;
  const kinds = (["space", "site"] as const).filter((kind) => target === "all" || target === kind);
  return (
    <div className="installed">
      <ConfigurationCard
        organization={organization}
        integration={name}
        installation={id}
        declared={configurations.account}
        at={at}
      />
      {target === "organization" ? <p>{integrationWords.whereEverywhere}</p> : null}
      {kinds.map((kind) => (
        <Places
          key={kind}
          organization={organization}
          integration={integration}
          installation={data}
          kind={kind}
        />
      ))}
      <InstallationLog name={name} installation={id} />
    </div>
  );
}

/** What it may do, in words; with the name that developers know each by. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  if (scopes.length === 0) return <p className="nothing">{integrationWords.noScopes}</p>;
  const sentences: Readonly<Record<string, string>> = integrationWords.scopes;
  return (
    <ul className="scopes">
      {scopes.map((name) => (
        <li key={name}>
          {sentences[name] ?? integrationWords.opensNothing} <code className="muted">{name}</code>
        </li>
      ))}
    </ul>
  );
}

/** From where pages load more for its scripts: others than its readers came to. */
function Hosts({ hosts }: { readonly hosts: readonly string[] }) {
  if (hosts.length === 0) return null;
  return (
    <>
      <p>{integrationWords.hostsText}</p>
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

/** What a later version asks for beside what was granted. */
function AsksMore({ organization, integration, installation }: OfInstallation) {
  const scopes = integration.scopes.filter((scope) => !installation.scopes.includes(scope));
  const hosts = integration.hosts.filter((host) => !installation.hosts.includes(host));
  if (scopes.length + hosts.length === 0) return null;
  return (
    <Card title={integrationWords.asksMore} text={integrationWords.asksMoreText}>
      {scopes.length === 0 ? null : <Scopes scopes={scopes} />}
      <Hosts hosts={hosts} />
      <Install organization={organization} integration={integration} verb={integrationWords.allow} />
    </Card>
  );
}

/** @param verb what it is called: to install it, or to grant it more */
function Install({ organization, integration, verb }: BodyProps & { readonly verb: string }) {
  const [isOpen, open] = useState(false);
  const cache = useQueryClient();
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        {verb}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={integrationWords.installTitle(verb, integration.title)}
        verb={verb}
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
            <p>{integrationWords.installText}</p>
            <Scopes scopes={integration.scopes} />
            <Hosts hosts={integration.hosts} />
          </div>
        )}
      </FormDialog>
    </>
  );
}

interface OfInstallation extends BodyProps {
  readonly installation: IntegrationInstallation;
}

function Uninstall({ organization, integration, installation }: OfInstallation) {
  const [isAsking, ask] = useState(false);
  const cache = useQueryClient();
  return (
    <Card title={integrationWords.uninstallVerb} text={integrationWords.uninstallText} isDangerous>
      <button type="button" className="button button-danger" onClick={() => ask(true)}>
        {integrationWords.uninstall}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={integrationWords.uninstallTitle(integration.title)}
        verb={integrationWords.uninstallVerb}
        act={async () => {
          await uninstallIntegration(client, integration.name, installation.id);
          await cache.invalidateQueries({ queryKey: installationsOf(organization.id).queryKey });
        }}
      >
        <p>{integrationWords.uninstallText}</p>
      </Ask>
    </Card>
  );
}
