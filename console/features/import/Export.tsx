/** Taking a space out: as an archive that can be imported again, and as a PDF to be read and printed. */
import { useEffect, useRef, useState } from "react";
import { exportSpace, getSpacePDF, type Progress, type Space } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { ChoiceField } from "../../ui/Field.tsx";
import { saveFile } from "../../ui/save.ts";
import { Secret } from "../../ui/Secret.tsx";
import { importWords } from "../../words/import.ts";

interface ExportProps {
  readonly space: Space;
}

export function Export({ space }: ExportProps) {
  return (
    <>
      <ExportArchive space={space} />
      <ExportPDF key={space.id} space={space} />
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

type Paper = keyof typeof importWords.papers;

/** A PDF in the making, and what came of it. */
type Printing =
  | { readonly state: "running"; readonly progress: Progress }
  | { readonly state: "done"; readonly url: string }
  | { readonly state: "failed"; readonly error: Error };

/** Makes the PDF as a job, so that a long one outlasts any connection. */
function usePrinting(space: string) {
  const [printing, tell] = useState<Printing>();
  const ending = useRef<AbortController>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => void (isGone.current = true);
  }, []);
  const print = async (paper: Paper): Promise<void> => {
    const { signal } = (ending.current = new AbortController());
    const say = (now: Printing | undefined): void => {
      if (!isGone.current) tell(now);
    };
    say({ state: "running", progress: {} });
    try {
      const onProgress = (progress: Progress): void => say({ state: "running", progress });
      const { url } = await getSpacePDF(client, space, { paper }).done({ signal, onProgress });
      say({ state: "done", url });
    } catch (error) {
      say(signal.aborted ? undefined : { state: "failed", error: error as Error });
    }
  };
  return { printing, print, cancel: () => ending.current?.abort() };
}

function ExportPDF({ space }: ExportProps) {
  const [paper, choose] = useState<Paper>("a4");
  const { printing, print, cancel } = usePrinting(space.id);
  return (
    <section className="settings-card">
      <h2>{importWords.pdf}</h2>
      <p className="card-text">{importWords.pdfText}</p>
      <ChoiceField
        label={importWords.paper}
        value={paper}
        set={choose}
        choices={Object.entries(importWords.papers) as [Paper, string][]}
      />
      <div role="status" className="printed">
        {printing === undefined ? null : <Printed it={printing} title={space.title} />}
      </div>
      <div className="card-foot">
        {printing?.state === "running" ? (
          <button type="button" className="button button-secondary" onClick={cancel}>
            {importWords.cancel}
          </button>
        ) : null}
        <button
          type="button"
          className="button button-secondary"
          disabled={printing?.state === "running"}
          onClick={() => void print(paper)}
        >
          {importWords.makePDF}
        </button>
      </div>
    </section>
  );
}

function Printed({ it, title }: { readonly it: Printing; readonly title: string }) {
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
