/** A page that is there no more: who deleted it, and the way back. It stands where the page stood, beside the tree. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { DeletedPage, Space } from "../../../sdk/src/index.ts";
import { deletedPagesOf, namesOf } from "../../api/parts.ts";
import { addressOf } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ago } from "../../ui/Time.tsx";
import { goneWords } from "../../words/gone.ts";
import { partsWords } from "../../words/parts.ts";
import { useBringingBack } from "../trash/useBringingBack.ts";
import { KeptWords } from "./KeptWords.tsx";
import { useOwnPlace } from "../../app/ownPlace.tsx";

interface GonePageProps {
  readonly space: Space;
  /** The id of the page. */
  readonly page: string;
  /** The number of the change request that is looked at. */
  readonly number: string | undefined;
  /** The id of the person. */
  readonly user: string;
  /** Whether it is written in: its words are on the screen then, below this. */
  readonly isWritten: boolean;
  /** Told when it is there again. */
  readonly back: () => void;
}

export default function GonePage({ space, page, number, user, isWritten, back }: GonePageProps) {
  const isOfSpace = number === undefined;
  const { data: names } = useQuery(namesOf(space.organization));
  const { data: trash, isPending } = useQuery({
    ...deletedPagesOf(space.id),
    staleTime: 0,
    enabled: isOfSpace,
  });
  const deleted = trash?.find(({ id }) => id === page);
  const place = useOwnPlace(space.id);
  const bringBack = useBringingBack(place);
  if (isOfSpace && isPending) return isWritten ? null : <Skeleton />;
  const restore = async (it: DeletedPage): Promise<void> => {
    if (await bringBack(it)) back();
  };
  const { title, text } = told(deleted, names, number);
  const mayRestore = deleted !== undefined && !isWritten && place.mayWrite;
  return (
    <>
      <Notice
        icon="bin"
        role="alert"
        title={title}
        text={[
          text,
          isWritten && goneWords.wordsStay,
          mayRestore && place.proposes && partsWords.proposesBack,
        ]
          .filter(Boolean)
          .join(" ")}
      >
        {!mayRestore ? null : (
          <button type="button" className="button" onClick={() => void restore(deleted)}>
            {goneWords.restore}
          </button>
        )}
        {isOfSpace ? (
          <Link className="button button-secondary" href={addressOf("spaceTrash", { space: space.id })}>
            {goneWords.openTrash}
          </Link>
        ) : (
          <Link className="button" href={addressOf("change", { space: space.id, number })}>
            {goneWords.openRequest(number)}
          </Link>
        )}
      </Notice>
      {isWritten ? null : (
        <KeptWords place={{ user, space: space.id, change: number ?? "", of: "page", id: page }} />
      )}
    </>
  );
}

function told(
  deleted: DeletedPage | undefined,
  names: ReadonlyMap<string, string> | undefined,
  number: string | undefined,
) {
  if (deleted === undefined)
    return {
      title: goneWords.absent,
      text: number === undefined ? goneWords.absentText : goneWords.notInRequest,
    };
  const who = names?.get(deleted.deletedBy ?? "") ?? goneWords.somebody;
  return {
    title: goneWords.deleted(deleted.title),
    text: goneWords.deletedText(who, ago(deleted.deletedAt), deleted.pages),
  };
}
