import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  createSiteShareLink,
  deleteSiteShareLinkById,
  listSiteShareLinks,
  type ShareLink,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Secret } from "../../ui/Secret.tsx";
import { siteWords } from "../../words/sites.ts";

interface ShareLinksProps {
  readonly organization: string;
  /** The site's id. */
  readonly site: string;
}

/** The addresses that open a site: made for somebody, and revoked. */
export function ShareLinks({ organization, site }: ShareLinksProps) {
  const key = ["organization", organization, "site", site, "share links"];
  const of = usePaged(key, () => listSiteShareLinks(client, organization, site));
  const cache = useQueryClient();
  const [revoked, revoke] = useState<ShareLink>();
  const changed = () => void cache.invalidateQueries({ queryKey: key });
  return (
    <section className="settings-card">
      <h2>{siteWords.shareLinks}</h2>
      <p className="card-text">{siteWords.shareLinksText}</p>
      <Rows
        of={of}
        label={siteWords.shareLinks}
        heads={[siteWords.forWhom, siteWords.link, ""]}
        keyOf={(link) => link.id}
        empty={<p className="help">{siteWords.noShareLinks}</p>}
        row={(link) => (
          <>
            <th scope="row">{link.name}</th>
            <td>
              {link.urls.published === undefined ? null : (
                <Secret label={`${siteWords.link} ${link.name}`} value={link.urls.published} />
              )}
            </td>
            <td>
              <button
                type="button"
                className="button button-secondary"
                aria-label={`${siteWords.revoke} ${link.name}`}
                onClick={() => revoke(link)}
              >
                {siteWords.revoke}
              </button>
            </td>
          </>
        )}
      />
      <NewShareLink organization={organization} site={site} made={changed} />
      <Ask
        isOpen={revoked !== undefined}
        close={() => revoke(undefined)}
        title={siteWords.revokeTitle(revoked?.name ?? "")}
        verb={siteWords.revoke}
        act={async () => {
          await deleteSiteShareLinkById(client, organization, site, revoked?.id ?? "");
          changed();
        }}
      >
        <p>{siteWords.revokeText}</p>
      </Ask>
    </section>
  );
}

function NewShareLink({ organization, site, made }: ShareLinksProps & { readonly made: () => void }) {
  const [isMaking, make] = useState(false);
  const [name, type] = useState("");
  return (
    <div className="card-acts">
      <button type="button" className="button" onClick={() => make(true)}>
        <Icon name="plus" />
        {siteWords.newShareLink}
      </button>
      <FormDialog
        isOpen={isMaking}
        close={() => make(false)}
        title={siteWords.newShareLink}
        verb={siteWords.createShareLink}
        isReady={name.trim() !== ""}
        isDirty={name.trim() !== ""}
        forget={() => type("")}
        act={() => createSiteShareLink(client, organization, site, { name: name.trim() })}
        done={() => {
          type("");
          made();
        }}
      >
        {(error) => (
          <TextField
            label={siteWords.forWhom}
            error={faultsOf(error, ["name"]).of("name")}
            value={name}
            set={type}
          />
        )}
      </FormDialog>
    </div>
  );
}
