/** The sites of an organization, and the way to a new one. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { createSite, listSites, type Organization } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { spacesOf } from "../../api/queries.ts";
import { asking, useBeginning } from "../../app/beginning.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { Check, TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { spaceName } from "../../ui/spaceName.ts";
import { words } from "../../words.ts";
import { siteWords } from "../../words/sites.ts";
import { Area } from "../organization/Area.tsx";
import { SiteState } from "./SiteState.tsx";

export default function Sites({ organization }: RouteParams<"sites">) {
  return (
    <Area
      organization={organization}
      area="sites"
      tab="sites"
      actions={({ id, permissions }) => (permissions.createContent ? <NewSite organization={id} /> : null)}
    >
      {(it) => <SiteList organization={it} />}
    </Area>
  );
}

function SiteList({ organization: { id, permissions } }: { readonly organization: Organization }) {
  const of = usePaged(["organization", id, "sites"], () => listSites(client, id));
  return (
    <Rows
      of={of}
      label={words.sites}
      heads={[siteWords.title, siteWords.state, siteWords.audience, siteWords.spaces]}
      numbers={[siteWords.spaces]}
      keyOf={(site) => site.id}
      empty={
        <Notice
          icon="globe"
          title={siteWords.noSitesYet}
          text={permissions.createContent ? siteWords.noSitesText : siteWords.noSitesReader}
        >
          {permissions.createContent ? (
            <Link
              className="button button-secondary"
              href={asking(addressOf("sites", { organization: id }), "site")}
            >
              {siteWords.newSite}
            </Link>
          ) : null}
        </Notice>
      }
      row={(site) => (
        <>
          <th scope="row">
            <Link href={addressOf("site", { organization: id, site: site.id })}>{site.title}</Link>
          </th>
          <td>
            <SiteState of={site} />
          </td>
          <td>{words.visibilities[site.visibility]}</td>
          <td className="number" data-of={siteWords.spaces}>
            {site.siteSpaces}
          </td>
        </>
      )}
    />
  );
}

/** Spaces that fit into the dialog; more are added to the site later. */
const MOST_OFFERED = 50;

function NewSite({ organization }: { readonly organization: string }) {
  const [isOpen, open] = useState(false);
  const [title, type] = useState("");
  const [chosen, choose] = useState<readonly string[]>([]);
  const { data: spaces = [] } = useQuery(spacesOf(organization));
  const [, go] = useLocation();
  const cache = useQueryClient();
  useBeginning(["site"], () => open(true));
  const forget = (): void => {
    type("");
    choose([]);
  };
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        <Icon name="plus" />
        {siteWords.newSite}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={siteWords.newSite}
        verb={siteWords.createSite}
        isReady={title.trim() !== ""}
        isDirty={title.trim() !== "" || chosen.length > 0}
        forget={forget}
        act={() =>
          createSite(client, organization, {
            title: title.trim(),
            spaces: chosen.length === 0 ? "empty" : chosen,
          })
        }
        done={({ id }) => {
          forget();
          void cache.invalidateQueries({ queryKey: ["organization", organization, "sites"] });
          go(addressOf("site", { organization, site: id }));
        }}
      >
        {(error) => (
          <>
            <TextField
              label={siteWords.siteTitle}
              error={faultsOf(error, ["title"]).of("title")}
              value={title}
              set={type}
            />
            <fieldset className="choices">
              <legend>{siteWords.spacesOnIt}</legend>
              {spaces.length === 0 ? <p className="help">{siteWords.noSpacesToShow}</p> : null}
              {spaces.slice(0, MOST_OFFERED).map((space) => (
                <Check
                  key={space.id}
                  label={spaceName(space)}
                  value={chosen.includes(space.id)}
                  set={(isChosen) =>
                    choose(isChosen ? [...chosen, space.id] : chosen.filter((id) => id !== space.id))
                  }
                />
              ))}
            </fieldset>
          </>
        )}
      </FormDialog>
    </>
  );
}
