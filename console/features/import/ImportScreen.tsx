/** Importing into a space with progress and a report, and taking the space out as an archive. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { exportSpace, type ImportContentResult, type Space } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { saveFile } from "../../ui/save.ts";
import { importWords } from "../../words/import.ts";
import { mayWriteParts, SpacePart } from "../spaces/SpacePart.tsx";
import { ImportForm } from "./ImportForm.tsx";
import { beginImport, closeImport, type Import, useImport } from "./imports.ts";

export default function ImportScreen({ space }: RouteParams<"spaceImport">) {
  return (
    <SpacePart space={space} part="spaceImport">
      {(it) => (
        <>
          {it.permissions.edit ? <Importing space={it} /> : null}
          <Export space={it} />
        </>
      )}
    </SpacePart>
  );
}

function Importing({ space }: { readonly space: Space }) {
  const cache = useQueryClient();
  const now = useImport(space.id);
  const read = (): void => void cache.invalidateQueries({ queryKey: ["space", space.id] });
  if (now === undefined) {
    return (
      <section>
        <p className="lead-text">{importWords.lead}</p>
        {mayWriteParts(space) ? null : <p className="lead-text">{importWords.inRequest}</p>}
        <ImportForm begin={(order) => void beginImport(space, order, read)} />
      </section>
    );
  }
  if (now.state === "failed") {
    return (
      <section className="settings-card" role="alert">
        <h2>{importWords.failed}</h2>
        <p className="wrong">{now.error?.message}</p>
        <p className="card-text">{importWords.failedText}</p>
        <div className="card-foot">
          <button type="button" className="button" onClick={() => closeImport(space.id)}>
            {importWords.tryAgain}
          </button>
        </div>
      </section>
    );
  }
  if (now.result === undefined) return <Running it={now} />;
  return <Done space={space.id} number={now.number} result={now.result} />;
}

function Running({ it: { state, progress, cancel } }: { readonly it: Import }) {
  const { step, done, total } = progress;
  const { states } = importWords;
  const said =
    step === "fetching"
      ? states.fetching
      : states[state === "done" || state === "failed" ? "working" : state];
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
}

function Done({ space, number, result }: DoneProps) {
  const { importedResources, totalResources, report } = result;
  const href = number === undefined ? addressOf("space", { space }) : addressOf("change", { space, number });
  return (
    <section className="settings-card">
      <h2 aria-live="polite">{importWords.done}</h2>
      <p>
        {importedResources === 0
          ? importWords.unchanged
          : importWords.counts(importedResources, totalResources)}
      </p>
      <Report of={report} />
      <div className="card-foot">
        <button type="button" className="button button-secondary" onClick={() => closeImport(space)}>
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

function Export({ space: { id, title } }: { readonly space: Space }) {
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
