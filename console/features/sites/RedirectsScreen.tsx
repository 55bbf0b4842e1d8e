/** Where paths lead on which no page is. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import {
  deleteSiteRedirectById,
  listSiteRedirects,
  type SiteRedirect,
  type SiteStructure,
} from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { siteStructure } from "../../api/queries.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { say } from "../../ui/toasts.ts";
import { redirectWords } from "../../words/redirects.ts";
import { ImportRedirects } from "./ImportRedirects.tsx";
import { RedirectDialog } from "./RedirectDialog.tsx";
import { SiteArea } from "./SiteArea.tsx";
import { type RedirectsOf, sectionsOf, siteSpacesOf } from "./structure.ts";

export default function RedirectsScreen({ organization, site }: RouteParams<"siteRedirects">) {
  const { data: structure } = useNeeded(siteStructure(organization, site));
  return (
    <SiteArea organization={organization} site={site} tab="siteRedirects">
      {() =>
        structure === undefined ? (
          <Skeleton />
        ) : (
          <Redirects organization={organization} site={site} structure={structure} />
        )
      }
    </SiteArea>
  );
}

function Redirects({ organization, site, structure }: RedirectsOf) {
  const [search, look] = useState("");
  const [gone, askAbout] = useState<SiteRedirect>();
  const [edited, edit] = useState<SiteRedirect>();
  const [isAdding, add] = useState(false);
  const cache = useQueryClient();
  const key = ["organization", organization, "site", site, "redirects"];
  const of = usePaged([...key, search], () =>
    listSiteRedirects(client, organization, site, search === "" ? {} : { search }),
  );
  const changed = () => void cache.invalidateQueries({ queryKey: key });
  const given = { organization, site, structure, changed };
  return (
    <>
      <div className="structure-head">
        <p className="help">{redirectWords.text}</p>
        <div className="card-acts">
          <ImportRedirects {...given} />
          <button type="button" className="button" onClick={() => add(true)}>
            <Icon name="plus" />
            {redirectWords.add}
          </button>
        </div>
      </div>
      {of.count === 0 && search === "" ? null : (
        <div className="filters">
          <TextField type="search" label={redirectWords.search} value={search} set={look} />
        </div>
      )}
      <Rows
        of={of}
        label={redirectWords.title}
        heads={[redirectWords.from, redirectWords.to, redirectWords.kind, ""]}
        keyOf={({ id }) => id}
        isFiltered={search !== ""}
        empty={<Notice icon="move" title={redirectWords.none} text={redirectWords.noneText} />}
        row={(redirect) => (
          <>
            <th scope="row">
              <code>{redirect.source}</code>
            </th>
            <td>
              <Destination of={redirect.destination} structure={structure} />
            </td>
            <td>{redirect.permanent ? redirectWords.permanent : redirectWords.temporary}</td>
            <td>
              <RowMenu
                name={redirect.source}
                items={[
                  { title: redirectWords.edit, act: () => edit(redirect) },
                  { title: redirectWords.remove, isDangerous: true, act: () => askAbout(redirect) },
                ]}
              />
            </td>
          </>
        )}
      />
      <RedirectDialog {...given} isOpen={isAdding} close={() => add(false)} of={undefined} />
      <RedirectDialog
        key={edited?.id}
        {...given}
        isOpen={edited !== undefined}
        close={() => edit(undefined)}
        of={edited}
      />
      <DeleteRedirect {...given} of={gone} close={() => askAbout(undefined)} />
    </>
  );
}

interface DeleteRedirectProps extends RedirectsOf {
  readonly of: SiteRedirect | undefined;
  readonly close: () => void;
  readonly changed: () => void;
}

function DeleteRedirect({ organization, site, of, close, changed }: DeleteRedirectProps) {
  const source = of?.source ?? "";
  return (
    <Ask
      isOpen={of !== undefined}
      close={close}
      title={redirectWords.removeTitle(source)}
      verb={redirectWords.remove}
      act={async () => {
        await deleteSiteRedirectById(client, organization, site, of?.id ?? "");
        say({ text: redirectWords.removed(source) });
        changed();
      }}
    >
      <p>{redirectWords.removeText}</p>
    </Ask>
  );
}

interface DestinationProps {
  readonly of: SiteRedirect["destination"];
  readonly structure: SiteStructure;
}

function Destination({ of, structure }: DestinationProps) {
  switch (of.kind) {
    case "external":
      return (
        <a href={of.url} target="_blank" rel="noopener noreferrer">
          {of.url}
        </a>
      );
    case "site-section":
      return sectionsOf(structure).find(({ id }) => id === of.siteSectionId)?.title;
    case "site-space":
      return siteSpacesOf(structure).find(({ id }) => id === of.siteSpaceId)?.title;
    case "site-page": {
      const place = siteSpacesOf(structure).find(({ id }) => id === of.siteSpaceId);
      if (place === undefined) return null;
      const href = addressOf("page", { space: place.space.id, page: of.pageId });
      return <Link href={href}>{redirectWords.pageOf(place.title)}</Link>;
    }
    default:
      return of satisfies never;
  }
}
