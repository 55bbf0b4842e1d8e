/** Many redirects at once, from a table: what can't be taken is said with its row, and the rest is imported. */
import { type ReactNode, useId, useState } from "react";
import { bulkUpsertSiteRedirects } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { say } from "../../ui/toasts.ts";
import { redirectWords } from "../../words/redirects.ts";
import { MOST_ROWS, readRedirects } from "./redirectRows.ts";
import { type RedirectsOf, siteSpacesOf } from "./structure.ts";
import { spaceChoices } from "../../ui/spaceName.ts";

/** So many rows are told of; the rest is counted. */
const MOST_SHOWN = 20;

export function ImportRedirects(props: RedirectsOf & { readonly changed: () => void }) {
  const { organization, site, structure, changed } = props;
  const [isOpen, open] = useState(false);
  const [text, type] = useState("");
  const [space, choose] = useState<string>();
  const places = siteSpacesOf(structure);
  const spaces = spaceChoices(places.map((place) => place.space));
  const within = space ?? spaces[0]?.[0] ?? "";
  const place = places.find((one) => one.space.id === within);
  const { good, bad } = readRedirects(text, place ?? { id: "", space: { id: within } });
  const isTooMany = good.length > MOST_ROWS;
  const send = async (): Promise<number> => {
    const body = { redirects: good.map(({ change }) => change) };
    const { results } = await bulkUpsertSiteRedirects(client, organization, site, body);
    changed();
    const refused = results.flatMap(({ status, error = "" }, place) =>
      status === "error" ? [redirectWords.row(good[place]?.line ?? 0, error)] : [],
    );
    if (refused.length > 0) throw new Error([redirectWords.refused, ...refused].join(" "));
    return results.length;
  };
  return (
    <>
      <button type="button" className="button button-secondary" onClick={() => open(true)}>
        {redirectWords.importMany}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={redirectWords.importTitle}
        verb={redirectWords.importVerb(good.length)}
        isReady={good.length > 0 && !isTooMany}
        isDirty={text.trim() !== ""}
        forget={() => type("")}
        act={send}
        done={(count) => {
          type("");
          say({ text: redirectWords.imported(count) });
        }}
      >
        {() => (
          <>
            <CSVFile take={type} />
            <TextField
              rows={8}
              label={redirectWords.rows}
              help={redirectWords.importHelp}
              error={isTooMany ? redirectWords.tooMany(MOST_ROWS) : undefined}
              placeholder={redirectWords.importExample}
              value={text}
              set={type}
            />
            <ChoiceField label={redirectWords.pagesIn} value={within} set={choose} choices={spaces} />
            {bad.length === 0 ? null : (
              <Wrong title={redirectWords.wrongRows(bad.length)}>
                {bad.slice(0, MOST_SHOWN).map(({ line, why }) => (
                  <li key={line}>{redirectWords.row(line, why)}</li>
                ))}
              </Wrong>
            )}
          </>
        )}
      </FormDialog>
    </>
  );
}

function CSVFile({ take }: { readonly take: (text: string) => void }) {
  const id = useId();
  return (
    <div className="entry">
      <label htmlFor={id}>{redirectWords.file}</label>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv,text/plain"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void file.text().then(take);
        }}
      />
    </div>
  );
}

function Wrong({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="wrong wrong-rows" role="status">
      <p>{title}</p>
      <ul>{children}</ul>
    </div>
  );
}
