/** Spaces of an organization that were deleted: seven days in which they can come back. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { listSpacesInOrganizationById, restoreSpace, type Space } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { organization as organizationOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { partsWords } from "../../words/parts.ts";

/** Milliseconds for which a deleted space is kept. */
const KEPT_FOR = 7 * 24 * 3_600_000;

export default function Trash({ organization }: RouteParams<"trash">) {
  const { data: it } = useQuery({ ...organizationOf(organization), throwOnError: true });
  const trail = [
    { title: it?.title ?? "", href: addressOf("home", { organization }) },
    { title: partsWords.trash, href: addressOf("trash", { organization }) },
  ];
  return (
    <Frame title={partsWords.trash} trail={trail} organization={organization}>
      <div className="column">
        <header className="head">
          <h1>{partsWords.trash}</h1>
        </header>
        <DeletedSpaces of={organization} />
      </div>
    </Frame>
  );
}

function DeletedSpaces({ of }: { readonly of: string }) {
  const cache = useQueryClient();
  const list = usePaged(["organization", of, "deleted-spaces"], () =>
    listSpacesInOrganizationById(client, of, { deleted: true, limit: 50 }),
  );
  const restore = async ({ id, title }: Space): Promise<void> => {
    try {
      await restoreSpace(client, id);
      say({ text: partsWords.broughtBack(title) });
    } catch (error) {
      sayNotDone(error);
    }
    await cache.invalidateQueries({ queryKey: ["organization", of] });
  };
  return (
    <Rows
      of={list}
      label={partsWords.trash}
      heads={[partsWords.deletedSpace, partsWords.deletedAt, partsWords.left, ""]}
      keyOf={({ id }) => id}
      empty={<Notice icon="bin" title={partsWords.trashEmpty} text={partsWords.trashSpacesText} />}
      row={(space) => (
        <>
          <td>
            <span className="row-name">
              <PageIcon emoji={space.emoji} otherwise="space" />
              <span className="cut">{space.title}</span>
            </span>
          </td>
          <td>{space.deletedAt === undefined ? null : <Time at={space.deletedAt} say={(when) => when} />}</td>
          <td>{space.deletedAt === undefined ? null : partsWords.daysLeft(daysLeft(space.deletedAt))}</td>
          <td>
            {space.permissions.admin ? (
              <button
                type="button"
                className="button button-secondary"
                aria-label={`${partsWords.restore}: ${space.title}`}
                onClick={() => void restore(space)}
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

function daysLeft(deletedAt: string): number {
  return Math.max(0, Math.ceil((Date.parse(deletedAt) + KEPT_FOR - Date.now()) / 86_400_000));
}
