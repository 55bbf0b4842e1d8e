/** The spaces or the sites that an installation works on: all of them, or those that were chosen. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getIntegrationInstallationById,
  installIntegrationOnSite,
  installIntegrationOnSpace,
  type Integration,
  type IntegrationInstallation,
  type IntegrationInstallationSelection,
  type IntegrationSiteInstallation,
  type IntegrationSpaceInstallation,
  listIntegrationInstallationSites,
  listIntegrationInstallationSpaces,
  type ListCall,
  listSites,
  uninstallIntegrationFromSite,
  uninstallIntegrationFromSpace,
  updateIntegrationInstallation,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { useDraft } from "../../api/draft.ts";
import { type ListSoFar, usePaged } from "../../api/paged.ts";
import { spacesOf } from "../../api/queries.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { Card } from "../../ui/Card.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { say } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { developerWords } from "../../words/developers.ts";
import { integrationWords } from "../../words/integrations.ts";
import { ConfigurationCard } from "./ConfigurationCard.tsx";
import { inOrganization, installationsOf, onPlace, type PlaceKind, placesOf } from "./installations.ts";
import { InstallationState } from "./InstallationState.tsx";
import { spaceChoices } from "../../ui/spaceName.ts";

interface PlacesProps {
  /** The organization's id. */
  readonly organization: string;
  readonly integration: Integration;
  readonly installation: IntegrationInstallation;
  readonly kind: PlaceKind;
}

/** A space or a site with an installation, by what people call it. */
interface InstalledPlace {
  readonly id: string;
  readonly title: string;
  readonly status: IntegrationInstallation["status"];
  /** What comes of its script there; on sites alone. */
  readonly script?: IntegrationSiteInstallation["script"];
}

export function Places(props: PlacesProps) {
  const { integration, installation, kind } = props;
  const listed = usePaged(placesOf(installation.id, kind), () =>
    listPlaces(kind, integration.name, installation.id),
  );
  const of = { ...listed, items: listed.items?.map(placeFrom) };
  const isChosen = installation[`${kind}_selection`] === "selected";
  return (
    <section className="installed-part">
      <Selection {...props} />
      {isChosen || (of.items?.length ?? 0) > 0 ? <PlaceRows {...props} of={of} /> : null}
      {isChosen ? <AddPlace {...props} there={of.items ?? []} /> : null}
    </section>
  );
}

type ContentInstallation = IntegrationSpaceInstallation | IntegrationSiteInstallation;

function listPlaces(kind: PlaceKind, name: string, id: string): ListCall<ContentInstallation> {
  const query = { extended: true };
  return kind === "space"
    ? listIntegrationInstallationSpaces(client, name, id, query)
    : listIntegrationInstallationSites(client, name, id, query);
}

function placeFrom(installed: ContentInstallation): InstalledPlace {
  const place = "space" in installed ? installed.space : installed.site;
  const { id, title } = typeof place === "string" ? { id: place, title: place } : place;
  return {
    id,
    title,
    status: installed.status,
    ...("script" in installed && { script: installed.script }),
  };
}

/** All of them, or chosen ones. */
function Selection({ organization, integration, installation, kind }: PlacesProps) {
  const cache = useQueryClient();
  const field = `${kind}_selection` as const;
  const at = inOrganization(organization, integration.name, installation.id);
  const draft = useDraft({
    id: `${at.id} ${field}`,
    thing: installation,
    fields: (now) => ({ which: now[field] }),
    write: ({ which = "selected" }, options) =>
      updateIntegrationInstallation(client, integration.name, installation.id, { [field]: which }, options),
    read: () => getIntegrationInstallationById(client, integration.name, installation.id),
    saved: (now) => at.saved(cache, now),
  });
  return (
    <Card
      title={integrationWords.where[kind]}
      draft={draft}
      saved={integrationWords.whereSaved}
      names={{ which: integrationWords.whichOnes[kind] }}
      about={{ organization, target: installation.id }}
    >
      <ChoiceField<IntegrationInstallationSelection>
        label={integrationWords.whichOnes[kind]}
        error={faultsOf(draft.error, [field]).of(field)}
        value={draft.values.which}
        set={(which) => draft.set({ which })}
        choices={[
          ["selected", integrationWords.chosenOnes],
          ["all", integrationWords.allOfThem[kind]],
        ]}
      />
    </Card>
  );
}

interface PlaceRowsProps extends PlacesProps {
  readonly of: ListSoFar<InstalledPlace>;
}

function PlaceRows({ of, ...props }: PlaceRowsProps) {
  const { integration, installation, kind } = props;
  const [configured, configure] = useState<InstalledPlace>();
  const [leaving, leave] = useState<InstalledPlace>();
  const cache = useQueryClient();
  const remove = kind === "space" ? uninstallIntegrationFromSpace : uninstallIntegrationFromSite;
  const declared = integration.configurations[kind];
  return (
    <>
      <Rows
        of={of}
        label={integrationWords.where[kind]}
        heads={[integrationWords.place[kind], developerWords.state, ""]}
        keyOf={({ id }) => id}
        empty={<p className="nothing">{integrationWords.nowhere[kind]}</p>}
        row={(place) => (
          <>
            <th scope="row">
              {place.title}
              {place.script === "shared-host" || place.script === "not-published" ? (
                <small className="row-more">{integrationWords.scriptIdle[place.script]}</small>
              ) : null}
            </th>
            <td>
              <InstallationState
                installation={
                  installation.status === "active" ? { ...installation, status: place.status } : installation
                }
              />
            </td>
            <td className="row-end">
              <RowMenu
                name={place.title}
                items={[
                  ...(declared === undefined
                    ? []
                    : [{ title: integrationWords.configure, act: () => configure(place) }]),
                  { title: integrationWords.remove, act: () => leave(place), isDangerous: true },
                ]}
              />
            </td>
          </>
        )}
      />
      {configured === undefined ? null : (
        <PlaceDialog {...props} place={configured} close={() => configure(undefined)} />
      )}
      <Ask
        isOpen={leaving !== undefined}
        close={() => leave(undefined)}
        title={integrationWords.removeTitle(leaving?.title ?? "")}
        verb={integrationWords.removeVerb}
        act={async () => {
          await remove(client, integration.name, installation.id, leaving?.id ?? "");
          await cache.invalidateQueries({ queryKey: placesOf(installation.id, kind) });
        }}
      >
        <p>{integrationWords.removeText}</p>
      </Ask>
    </>
  );
}

interface PlaceDialogProps extends PlacesProps {
  readonly place: InstalledPlace;
  readonly close: () => void;
}

/** The configuration on one of them. */
function PlaceDialog({ organization, integration, installation, kind, place, close }: PlaceDialogProps) {
  return (
    <Dialog className="dialog dialog-wide" open onClose={close} backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">{place.title}</DialogHeading>
      <div className="dialog-form">
        <ConfigurationCard
          organization={organization}
          integration={integration.name}
          installation={installation.id}
          within={installation}
          declared={integration.configurations[kind]}
          at={onPlace(kind, integration.name, installation.id, place.id)}
        />
        <div className="actions">
          <DialogDismiss className="button button-secondary">{words.close}</DialogDismiss>
        </div>
      </div>
    </Dialog>
  );
}

interface AddPlaceProps extends PlacesProps {
  readonly there: readonly InstalledPlace[];
}

function AddPlace({ organization, integration, installation, kind, there }: AddPlaceProps) {
  const [isOpen, open] = useState(false);
  const [chosen, choose] = useState<string>();
  const cache = useQueryClient();
  const all = usePlaces(organization, kind, isOpen);
  const left = all.filter(({ id }) => !there.some((one) => one.id === id));
  const place = left.find(({ id }) => id === chosen) ?? left[0];
  const field = kind === "space" ? "space" : "siteId";
  return (
    <div className="card-acts">
      <button type="button" className="button button-secondary" onClick={() => open(true)}>
        {integrationWords.addTo[kind]}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={integrationWords.addTitle[kind]}
        verb={integrationWords.add}
        isReady={place !== undefined}
        isDirty={false}
        forget={() => choose(undefined)}
        act={async () => {
          const { id = "", title = "" } = place ?? {};
          if (kind === "space")
            await installIntegrationOnSpace(client, integration.name, installation.id, { space: id });
          else await installIntegrationOnSite(client, integration.name, installation.id, { siteId: id });
          return title;
        }}
        done={(title) => {
          say({ text: integrationWords.added(title) });
          void cache.invalidateQueries({ queryKey: placesOf(installation.id, kind) });
          void cache.invalidateQueries({ queryKey: installationsOf(organization).queryKey });
        }}
      >
        {(error) =>
          left.length === 0 ? (
            <p className="nothing">{integrationWords.noMore[kind]}</p>
          ) : (
            <ChoiceField
              label={integrationWords.place[kind]}
              error={faultsOf(error, [field]).of(field)}
              value={place?.id ?? ""}
              set={choose}
              choices={spaceChoices(left)}
            />
          )
        }
      </FormDialog>
    </div>
  );
}

interface KnownPlace {
  readonly id: string;
  readonly title: string;
}

/** Those on which somebody may install. */
function usePlaces(organization: string, kind: PlaceKind, isWanted: boolean): readonly KnownPlace[] {
  const { data: spaces = [] } = useQuery({
    ...spacesOf(organization),
    enabled: isWanted && kind === "space",
  });
  const { data: sites = [] } = useQuery({
    queryKey: ["organization", organization, "sites", "all"],
    queryFn: async () => (await listSites(client, organization, { limit: 1000 })).items,
    enabled: isWanted && kind === "site",
  });
  const all = kind === "space" ? spaces : sites;
  return all.filter(({ permissions }) => permissions.installIntegration);
}
