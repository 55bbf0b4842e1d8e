/** An integration: what it is, and whether the organization has it. */
import { useQuery } from "@tanstack/react-query";
import {
  integration as integrationOf,
  integrationStatus,
  organization as organizationOf,
} from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";

export function IntegrationScreen({ organization, integration }: RouteParams<"integration">) {
  const { data: within } = useQuery({ ...organizationOf(organization), throwOnError: true });
  const { data: it } = useQuery({ ...integrationOf(integration), throwOnError: true });
  const { data: isInstalled } = useQuery(integrationStatus(organization, integration));
  const title = it?.title ?? integration;
  const trail = [
    { title: within?.title ?? "", href: addressOf("home", { organization }) },
    { title, href: addressOf("integration", { organization, integration }) },
  ];
  return (
    <Frame title={title} trail={trail} organization={organization}>
      <div className="column">
        <header className="head">
          <h1>{title}</h1>
        </header>
        {it === undefined || isInstalled === undefined ? (
          <Skeleton rows={2} />
        ) : (
          <>
            <p className="lead facts-line">
              <span className="state" data-state={isInstalled ? "open" : "draft"}>
                {isInstalled ? words.installed : words.notInstalled}
              </span>
            </p>
            <p>{it.description}</p>
          </>
        )}
      </div>
    </Frame>
  );
}
