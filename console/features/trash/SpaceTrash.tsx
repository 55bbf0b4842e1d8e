/** Pages that were deleted from a space, and the way back. */
import { useQuery } from "@tanstack/react-query";
import type { Space } from "../../../sdk/src/index.ts";
import { wholeList } from "../../api/paged.ts";
import { deletedPagesOf, namesOf } from "../../api/parts.ts";
import type { RouteParams } from "../../routes.ts";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { partsWords } from "../../words/parts.ts";
import { ProposesBack, useOwnPlace } from "../../app/ownPlace.tsx";
import { SpacePart } from "../../app/SpacePart.tsx";
import { useBringingBack } from "./useBringingBack.ts";

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
  const place = useOwnPlace(of.id);
  const restore = useBringingBack(place);
  return (
    <>
      <ProposesBack place={place} />
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
                {page.pages === 0 ? null : (
                  <small className="muted">{partsWords.withBelow(page.pages)}</small>
                )}
              </span>
            </td>
            <td>
              <Time at={page.deletedAt} say={(when) => when} />
            </td>
            <td>{names?.get(page.deletedBy ?? "")}</td>
            <td>
              {place.mayWrite ? (
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
    </>
  );
}
