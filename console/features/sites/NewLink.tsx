/** A link beside the sections of a site that leads to another website. */
import { useState } from "react";
import { addExternalLinkToSite } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Icon } from "../../ui/Icon.tsx";
import { siteWords } from "../../words/sites.ts";
import type { AddProps } from "./AddPart.tsx";

const EMPTY = { title: "", url: "" };

export function NewLink({ organization, site, made }: AddProps) {
  const [isOpen, open] = useState(false);
  const [link, type] = useState(EMPTY);
  const title = link.title.trim();
  const url = link.url.trim();
  return (
    <>
      <button type="button" className="button button-secondary" onClick={() => open(true)}>
        <Icon name="external" />
        {siteWords.newLink}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={siteWords.newLink}
        verb={siteWords.createLink}
        isReady={title !== "" && url !== ""}
        isDirty={title !== "" || url !== ""}
        forget={() => type(EMPTY)}
        act={() => addExternalLinkToSite(client, organization, site, { title, url })}
        done={() => {
          type(EMPTY);
          void made();
        }}
      >
        {(error) => {
          const faults = faultsOf(error, ["title", "url"]);
          return (
            <>
              <TextField
                label={siteWords.linkTitle}
                help={siteWords.linkHelp}
                error={faults.of("title")}
                value={link.title}
                set={(value) => type({ ...link, title: value })}
              />
              <TextField
                label={siteWords.linkAddress}
                help={siteWords.linkAddressHelp}
                error={faults.of("url")}
                value={link.url}
                set={(value) => type({ ...link, url: value })}
              />
            </>
          );
        }}
      </FormDialog>
    </>
  );
}
