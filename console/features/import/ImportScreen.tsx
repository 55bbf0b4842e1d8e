/** Importing into a space with progress and a report, and taking the space out as an archive. */
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ImportContentResult, Space } from "../../../sdk/src/index.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { importWords } from "../../words/import.ts";
import { mayWriteParts } from "../../app/mayWriteParts.ts";
import { SpacePart } from "../../app/SpacePart.tsx";
import { Export } from "./Export.tsx";
import { useFoundImport } from "./foundImport.ts";
import { ImportForm } from "./ImportForm.tsx";
import { beginImport, closeImport, type Import, useImport } from "./imports.ts";

export default function ImportScreen({ space }: RouteParams<"spaceImport">) {
  return (
    <SpacePart space={space} part="spaceImport">
      {(it) => (
        <>
          {it.permissions.edit ? <Importing key={it.id} space={it} /> : null}
          <Export space={it} />
        </>
      )}
    </SpacePart>
  );
}

function Importing({ space }: { readonly space: Space }) {
  const cache = useQueryClient();
  const own = useImport(space.id);
  const isLost = own?.state === "lost";
  const found = useFoundImport(space, own === undefined || isLost);
  const now = found.it ?? own;
  const read = (): void => void cache.invalidateQueries({ queryKey: ["space", space.id] });
  const close = (): void => {
    closeImport(space.id);
    found.close();
  };
  if (now === undefined || now.state === "cancelled") {
    return (
      <section>
        <p role="status" className={now && "lead-text"}>
          {now && importWords.isCancelled}
        </p>
        <p className="lead-text">{importWords.lead}</p>
        {mayWriteParts(space) ? null : <p className="lead-text">{importWords.inRequest}</p>}
        <ImportForm space={space.id} begin={(order) => void beginImport(space, order, read)} />
      </section>
    );
  }
  if (now.state === "failed" || now.state === "lost")
    return <Failed it={now} close={close} look={found.look} />;
  if (now.result === undefined) return <Running it={now} />;
  return <Done space={space.id} number={now.number} result={now.result} close={close} />;
}

interface FailedProps {
  readonly it: Import;
  readonly close: () => void;
  readonly look: () => void;
}

function Failed({ it: { state, error }, close, look }: FailedProps) {
  const isLost = state === "lost";
  return (
    <section className="settings-card" role="alert">
      <h2>{isLost ? importWords.lost : importWords.failed}</h2>
      {/* Of a lost connection it names the address that was asked, which says nothing to anybody. */}
      {isLost ? null : <p className="wrong">{error?.message}</p>}
      <p className="card-text">{isLost ? importWords.lostText : importWords.failedText}</p>
      <div className="card-foot">
        {isLost ? (
          <button type="button" className="button button-secondary" onClick={look}>
            {importWords.look}
          </button>
        ) : null}
        <button type="button" className="button" onClick={close}>
          {importWords.tryAgain}
        </button>
      </div>
    </section>
  );
}

function Running({ it: { state, progress, cancel } }: { readonly it: Import }) {
  const { step, done, total } = progress;
  const { states } = importWords;
  const said =
    step === "fetching"
      ? states.fetching
      : states[state === "packing" || state === "sending" ? state : "working"];
  const isCounted = done !== undefined && total !== undefined && total > 0;
  return (
    <section className="settings-card">
      <h2 aria-live="polite">{said}</h2>
      <progress aria-label={said} {...(isCounted ? { value: done / total } : {})} />
      {isCounted && state === "working" ? (
        <p className="card-text">{importWords.ofTotal(done, total)}</p>
      ) : null}
      <div className="card-foot">
        <span>{state === "working" ? importWords.goesOn : ""}</span>
        <button type="button" className="button button-secondary" onClick={cancel}>
          {importWords.cancel}
        </button>
      </div>
    </section>
  );
}

interface DoneProps {
  readonly space: string;
  readonly number: string | undefined;
  readonly result: ImportContentResult;
  readonly close: () => void;
}

function Done({ space, number, result, close }: DoneProps) {
  const { changed, imported, importedResources, totalResources, report } = result;
  const href = number === undefined ? addressOf("space", { space }) : addressOf("change", { space, number });
  return (
    <section className="settings-card">
      <h2 aria-live="polite">{importWords.done}</h2>
      <p>
        {importedResources === 0
          ? importWords.nothing
          : importWords.counts(imported, totalResources - importedResources)}
        {changed || importedResources === 0 ? null : ` ${importWords.unchanged}`}
      </p>
      <Report of={report} />
      <div className="card-foot">
        <button type="button" className="button button-secondary" onClick={close}>
          {importWords.again}
        </button>
        <Link className="button" href={href}>
          {number === undefined ? importWords.openSpace : importWords.openRequest}
        </Link>
      </div>
    </section>
  );
}

function Report({
  of: { skipped, problems, brokenLinks, omitted },
}: {
  readonly of: ImportContentResult["report"];
}) {
  if (skipped.length + problems.length + brokenLinks.length === 0)
    return <p className="card-text">{importWords.clean}</p>;
  return (
    <div className="import-report">
      <Lines
        title={importWords.brokenLinks(brokenLinks.length)}
        lines={brokenLinks.map(({ page, url }) => [page, url])}
      />
      <Lines
        title={importWords.problems(problems.length)}
        lines={problems.map(({ path, message }) => [path, message])}
      />
      <Lines
        title={importWords.skipped(skipped.length)}
        lines={skipped.map(({ path, reason }) => [path, reason])}
      />
      {omitted === 0 ? null : <p className="card-text">{importWords.omitted(omitted)}</p>}
    </div>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly (readonly [where: string, what: string])[];
}

function Lines({ title, lines }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <dl>
        {lines.map(([where, what], at) => (
          <div key={at}>
            <dt>{where}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
