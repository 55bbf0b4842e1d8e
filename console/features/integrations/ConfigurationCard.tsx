/** The configuration of an integration at one level: in the organization, on a space, or on a site. */
import { useQuery } from "@tanstack/react-query";
import type { Integration } from "../../../sdk/src/index.ts";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { integrationWords } from "../../words/integrations.ts";
import { ConfigurationForm } from "./ConfigurationForm.tsx";
import type { Configurable, ConfiguredAt } from "./installations.ts";

interface ConfigurationCardProps<Thing extends Configurable> {
  readonly organization: string;
  /** The installation's id. */
  readonly installation: string;
  /** What the integration declares for the level. */
  readonly declared: Integration["configurations"]["account"];
  readonly at: ConfiguredAt<Thing>;
}

export function ConfigurationCard<Thing extends Configurable>(props: ConfigurationCardProps<Thing>) {
  const { declared, at } = props;
  const { data } = useQuery({ queryKey: at.queryKey, structuralSharing: false, queryFn: at.read });
  if (declared === undefined) return null;
  if (!("properties" in declared))
    return (
      <Card title={integrationWords.configuration}>
        <p className="nothing">{integrationWords.ownScreen}</p>
      </Card>
    );
  if (data === undefined) return <Skeleton rows={3} />;
  return <ConfigurationForm {...props} thing={data} properties={declared.properties} />;
}
