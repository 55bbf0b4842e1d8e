/** The pages of a translation, with how each stands, and the way to say that one is right. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import {
  confirmTranslatedPages,
  listTranslatedPages,
  type TranslatedPage,
  type TranslatedPageStatus,
  type TranslatedSpace,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf } from "../../routes.ts";
import { Refusal } from "../../ui/Ask.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { translationWords } from "../../words/translations.ts";

const STATUSES = [
  "missing",
  "outdated",
  "current",
  "extra",
] as const satisfies readonly TranslatedPageStatus[];

interface TranslatedPagesProps {
  readonly translation: TranslatedSpace;
  readonly said: (text: string) => void;
}

export function TranslatedPages({ translation, said }: TranslatedPagesProps) {
  const [status, choose] = useState<TranslatedPageStatus | "">("");
  const [error, fail] = useState<Error>();
  const cache = useQueryClient();
  const { space, permissions } = translation;
  const filter = status === "" ? {} : { status };
  const of = usePaged(["space", space, "translated pages", status], () =>
    listTranslatedPages(client, space, filter),
  );
  const confirm = async ({ page, title }: TranslatedPage): Promise<void> => {
    fail(undefined);
    await confirmTranslatedPages(client, space, { pages: [page] });
    said(translationWords.confirmed(title ?? page));
    void cache.invalidateQueries({ queryKey: ["space", space] });
  };
  return (
    <>
      <div className="filters">
        <select
          aria-label={translationWords.status}
          value={status}
          onChange={(event) => choose(event.target.value as TranslatedPageStatus | "")}
        >
          <option value="">{translationWords.anyStatus}</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {translationWords.statuses[one]}
            </option>
          ))}
        </select>
      </div>
      {error === undefined ? null : <Refusal error={error} />}
      <Rows
        of={of}
        label={translationWords.pages}
        heads={[translationWords.page, translationWords.status, translationWords.writtenBy, ""]}
        keyOf={({ page }) => page}
        isFiltered={status !== ""}
        empty={<p className="nothing">{translationWords.noPages}</p>}
        row={(page) => (
          <PageCells
            page={page}
            space={space}
            confirm={
              permissions.edit && page.status === "outdated"
                ? () => void confirm(page).catch(fail)
                : undefined
            }
          />
        )}
      />
    </>
  );
}

interface PageCellsProps {
  readonly page: TranslatedPage;
  readonly space: string;
  readonly confirm: (() => void) | undefined;
}

function PageCells({ page, space, confirm }: PageCellsProps) {
  const { title, status, writtenBy, problems } = page;
  const state = status === "current" ? "open" : status === "outdated" ? "failed" : "draft";
  return (
    <>
      <th scope="row">
        <span className="person-name">
          {title === undefined ? (
            <span className="muted">{translationWords.untitled}</span>
          ) : (
            <Link href={addressOf("page", { space, page: page.page })}>{title}</Link>
          )}
          {problems.map((problem) => (
            <small key={problem} className="wrong">
              {problem}
            </small>
          ))}
        </span>
      </th>
      <td>
        <span className="state" data-state={state} title={translationWords.statusHelp[status]}>
          {translationWords.statuses[status]}
        </span>
      </td>
      <td>{writtenBy === undefined ? "" : translationWords.writers[writtenBy]}</td>
      <td className="row-end">
        <RowMenu
          name={title ?? translationWords.untitled}
          items={[confirm !== undefined && { title: translationWords.confirm, act: confirm }]}
        />
      </td>
    </>
  );
}
