/** The integrations that an organization can install, and those that it has. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { listOrganizationIntegrations } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { useLate } from "../../ui/useLate.ts";
import { developerWords } from "../../words/developers.ts";
import { integrationWords } from "../../words/integrations.ts";
import { Area } from "../organization/Area.tsx";
import { InstallationState } from "./InstallationState.tsx";
import { installationsOf } from "./installations.ts";

export default function Integrations({ organization }: RouteParams<"integrations">) {
  return (
    <Area organization={organization} area="developers" tab="integrations">
      {({ id, permissions }) => <IntegrationList organization={id} mayList={permissions.listInstallations} />}
    </Area>
  );
}

interface IntegrationListProps {
  readonly organization: string;
  /** Whether somebody may know what is installed. */
  readonly mayList: boolean;
}

function IntegrationList({ organization, mayList }: IntegrationListProps) {
  const [text, type] = useState("");
  const search = useLate(text.trim());
  const filter = search === "" ? {} : { search };
  const of = usePaged(["organization", organization, "integrations", filter], () =>
    listOrganizationIntegrations(client, organization, filter),
  );
  const { data: installed } = useQuery({ ...installationsOf(organization), enabled: mayList });
  return (
    <>
      {of.items?.length === 0 && search === "" ? null : (
        <div className="filters">
          <input
            type="search"
            value={text}
            placeholder={integrationWords.findIntegrations}
            aria-label={integrationWords.findIntegrations}
            onChange={(event) => type(event.target.value)}
          />
        </div>
      )}
      <Rows
        of={of}
        label={developerWords.integrations}
        heads={[integrationWords.integration, developerWords.state]}
        keyOf={({ name }) => name}
        isFiltered={search !== ""}
        empty={
          <Notice
            icon="code"
            title={integrationWords.noIntegrations}
            text={integrationWords.noIntegrationsText}
          >
            <a className="button button-secondary" href="/docs">
              {integrationWords.howPublished}
            </a>
          </Notice>
        }
        row={({ name, title, description }) => (
          <>
            <th scope="row">
              <span className="person-name">
                <Link href={addressOf("integration", { organization, integration: name })}>{title}</Link>
                <small>{description}</small>
              </span>
            </th>
            <td>
              {mayList ? (
                <InstallationState installation={installed?.find((one) => one.integration === name)} />
              ) : null}
            </td>
          </>
        )}
      />
    </>
  );
}
