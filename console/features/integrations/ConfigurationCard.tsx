/** The configuration of an integration at one level: in the organization, on a space, or on a site. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Integration } from "../../../sdk/src/index.ts";
import Component from "../contentkit/Component.tsx";
import { Card } from "../../ui/Card.tsx";
import { later } from "../../ui/later.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { integrationWords } from "../../words/integrations.ts";
import { ConfigurationForm } from "./ConfigurationForm.tsx";
import { type Configurable, type ConfiguredAt, standingOf } from "./installations.ts";

const ReadingText = later(() => import("../text/ReadingText.tsx"));

interface ConfigurationCardProps<Thing extends Configurable> {
  readonly organization: string;
  /** The integration's name. */
  readonly integration: string;
  /** The installation's id. */
  readonly installation: string;
  /** What the integration declares for the level. */
  readonly declared: Integration["configurations"]["account"];
  readonly at: ConfiguredAt<Thing>;
  /** The installation itself, for what is configured on a space or a site. */
  readonly within?: Configurable;
}

export function ConfigurationCard<Thing extends Configurable>(props: ConfigurationCardProps<Thing>) {
  const { declared, at } = props;
  const { data } = useQuery({ queryKey: at.queryKey, structuralSharing: false, queryFn: at.read });
  if (declared === undefined) return null;
  if (data === undefined) return <Skeleton rows={3} />;
  if (!("properties" in declared))
    return <OwnScreen {...props} component={declared.componentId} thing={data} />;
  return <ConfigurationForm {...props} thing={data} properties={declared.properties} />;
}

interface OwnScreenProps<Thing extends Configurable> extends ConfigurationCardProps<Thing> {
  readonly component: string;
  readonly thing: Thing;
}

/** What the integration draws itself to be configured. It writes what it is told, and the screen reads that again. */
function OwnScreen<Thing extends Configurable>(props: OwnScreenProps<Thing>) {
  const { organization, integration, component, thing, at, within } = props;
  const cache = useQueryClient();
  const of = useMemo(() => {
    const { context, ...shown } = standingOf(organization, thing);
    const installation = within ?? shown.installation;
    return { integration, organization, componentId: component, context, props: { ...shown, installation } };
  }, [organization, integration, component, thing, within]);
  return (
    <Card title={integrationWords.configuration}>
      <Component
        of={of}
        markdown={ReadingText}
        done={() => void cache.invalidateQueries({ queryKey: at.queryKey })}
      />
    </Card>
  );
}
