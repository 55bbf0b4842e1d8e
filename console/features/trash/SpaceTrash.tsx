/** Pages that were deleted from a space, and the way back. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type DeletedPage,
  listPages,
  listPagesInRevisionById,
  type Page,
  type Space,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { wholeList } from "../../api/paged.ts";
import { deletedPagesOf, namesOf } from "../../api/parts.ts";
import type { RouteParams } from "../../routes.ts";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { say } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { partsWords } from "../../words/parts.ts";
import { writeContent } from "../../api/content.ts";
import { mayWriteParts, SpacePart } from "../spaces/SpacePart.tsx";

export default function SpaceTrash({ space }: RouteParams<"spaceTrash">) {
  return (
    <SpacePart space={space} part="spaceTrash">
      {(it) => <Deleted of={it} />}
    </SpacePart>
  );
}

function Deleted({ of }: { readonly of: Space }) {
  const deleted = useQuery(deletedPagesOf(of.id));
  const { data: names } = useQuery(namesOf(of.organization));
  const cache = useQueryClient();
  const mayRestore = mayWriteParts(of);
  const restore = async (page: DeletedPage): Promise<void> => {
    try {
      await bringBack(of.id, page);
      say({ text: partsWords.broughtBack(page.title) });
    } catch (problem) {
      say({
        text: words.notDone(problem instanceof Error ? problem.message : String(problem)),
        isWrong: true,
      });
    }
    await cache.invalidateQueries({ queryKey: ["space", of.id] });
  };
  return (
    <Rows
      of={wholeList(deleted.data, deleted)}
      label={partsWords.trash}
      heads={[partsWords.deletedPage, partsWords.deletedAt, partsWords.who, ""]}
      keyOf={({ id }) => id}
      empty={<Notice icon="bin" title={partsWords.trashEmpty} text={partsWords.trashEmptyText} />}
      row={(page) => (
        <>
          <td>
            <span className="row-name">
              <PageIcon
                emoji={page.emoji}
                icon={page.icon}
                otherwise={page.type === "group" ? "folder" : "page"}
              />
              <span className="cut">{page.title}</span>
              {page.pages === 0 ? null : <small className="muted">{partsWords.withBelow(page.pages)}</small>}
            </span>
          </td>
          <td>
            <Time at={page.deletedAt} say={(when) => when} />
          </td>
          <td>{names?.get(page.deletedBy ?? "")}</td>
          <td>
            {mayRestore ? (
              <button
                type="button"
                className="button button-secondary"
                aria-label={`${partsWords.restore}: ${page.title}`}
                onClick={() => void restore(page)}
              >
                {partsWords.restore}
              </button>
            ) : null}
          </td>
        </>
      )}
    />
  );
}

/** Changes of one request. */
const MOST_CHANGES = 50;

/**
 * A page with those below it, from above down, as the last revision that had them. Those that are there again stay as
 * they are: somebody may have written in them since.
 */
async function bringBack(space: string, { id, revision }: DeletedPage): Promise<void> {
  const query = { metadata: false, computed: false };
  const [was, now] = await Promise.all([
    listPagesInRevisionById(client, space, revision, query),
    listPages(client, space, query),
  ]);
  const there = new Set(allOf(now.pages));
  const ids = idsFrom(was.pages, id, false).filter((page) => !there.has(page));
  for (let from = 0; from < ids.length; from += MOST_CHANGES)
    await writeContent(
      { space, number: undefined },
      ids.slice(from, from + MOST_CHANGES).map((page) => ({ operation: "revert_page", page, revision })),
    );
}

function allOf(pages: readonly Page[]): readonly string[] {
  return pages.flatMap(({ id, pages: below = [] }) => [id, ...allOf(below)]);
}

function idsFrom(pages: readonly Page[], id: string, isBelow: boolean): readonly string[] {
  return pages.flatMap((page) => {
    const isIn = isBelow || page.id === id;
    return [...(isIn ? [page.id] : []), ...idsFrom(page.pages ?? [], id, isIn)];
  });
}
