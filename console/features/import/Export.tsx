/** Taking a space out: as an archive that can be imported again, and as a PDF to be read and printed. */
import { useState } from "react";
import { exportSpace, type Space } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { saveFile } from "../../ui/save.ts";
import { Secret } from "../../ui/Secret.tsx";
import { importWords } from "../../words/import.ts";
import { type PaperChoice, print, type PDFInMaking, usePrinting } from "./printings.ts";

interface ExportProps {
  readonly space: Space;
}

export function Export({ space }: ExportProps) {
  return (
    <>
      <ExportArchive space={space} />
      <ExportPDF space={space} />
    </>
  );
}

function ExportArchive({ space: { id, title } }: ExportProps) {
  const [isBusy, work] = useState(false);
  const [error, fail] = useState<Error>();
  const save = async (): Promise<void> => {
    work(true);
    fail(undefined);
    try {
      const answer = await exportSpace(client, id);
      saveFile(`${title}.zip`, "application/zip", await answer.blob());
    } catch (reason) {
      fail(reason as Error);
    } finally {
      work(false);
    }
  };
  return (
    <section className="settings-card">
      <h2>{importWords.export}</h2>
      <p className="card-text">{importWords.exportText}</p>
      {error === undefined ? null : <Refusal error={error} />}
      <div className="card-foot">
        <button
          type="button"
          className="button button-secondary"
          disabled={isBusy}
          onClick={() => void save()}
        >
          {isBusy ? importWords.exporting : importWords.exportSpace}
        </button>
      </div>
    </section>
  );
}

function ExportPDF({ space }: ExportProps) {
  const [paper, choose] = useState<PaperChoice>("a4");
  const printing = usePrinting(space.id);
  return (
    <section className="settings-card">
      <h2>{importWords.pdf}</h2>
      <p className="card-text">{importWords.pdfText}</p>
      <ChoiceField
        label={importWords.paper}
        value={paper}
        set={choose}
        choices={Object.entries(importWords.papers) as [PaperChoice, string][]}
      />
      <div role="status" className="printed">
        {printing === undefined ? null : <Printed it={printing} title={space.title} />}
      </div>
      <div className="card-foot">
        {printing?.state === "running" ? (
          <button type="button" className="button button-secondary" onClick={printing.cancel}>
            {importWords.cancel}
          </button>
        ) : null}
        <button
          type="button"
          className="button button-secondary"
          disabled={printing?.state === "running"}
          onClick={() => void print(space.id, paper)}
        >
          {importWords.makePDF}
        </button>
      </div>
    </section>
  );
}

function Printed({ it, title }: { readonly it: PDFInMaking; readonly title: string }) {
  if (it.state === "failed") return <Refusal error={it.error} />;
  if (it.state === "done") {
    return (
      <>
        <a className="button" href={it.url} target="_blank" rel="noopener">
          {importWords.openPDF}
        </a>
        <Secret label={importWords.addressOf(title)} value={it.url} />
        <p className="card-text">{importWords.pdfAddressText}</p>
      </>
    );
  }
  const { done, total } = it.progress;
  const isCounted = done !== undefined && total !== undefined && total > 0;
  return (
    <>
      <progress aria-label={importWords.makingPDF} {...(isCounted ? { value: done / total } : {})} />
      <p className="card-text">{isCounted ? importWords.ofTotal(done, total) : importWords.makingPDF}</p>
    </>
  );
}
