/** Collections and spaces in a list: what each is called, who sees it, what goes on in it. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Collection, Space } from "../../../sdk/src/index.ts";
import { addressOf } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { spaceName } from "../../ui/spaceName.ts";
import { Time } from "../../ui/Time.tsx";
import { words } from "../../words.ts";

interface SpaceListProps {
  readonly collections: readonly Collection[];
  readonly spaces: readonly Space[];
}

export function SpaceList({ collections, spaces }: SpaceListProps) {
  return (
    <ul className="list">
      {collections.map(({ id, title, description }) => (
        <Row
          key={id}
          href={addressOf("collection", { collection: id })}
          title={title}
          picture={<Icon name="folder" />}
        >
          {description === undefined ? null : <span className="cut">{description}</span>}
        </Row>
      ))}
      {spaces.map((space) => (
        <Row
          key={space.id}
          href={addressOf("space", { space: space.id })}
          title={spaceName(space)}
          picture={<PageIcon emoji={space.emoji} otherwise="space" />}
        >
          {space.changeRequestsOpen === 0 ? null : (
            <span>{words.openRequests(space.changeRequestsOpen)}</span>
          )}
          {space.editMode === "locked" ? <span>{words.locked}</span> : null}
          <span>{words.visibilities[space.visibility]}</span>
          <Time at={space.updatedAt} say={words.updated} />
        </Row>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly href: string;
  readonly title: string;
  readonly picture: ReactNode;
  /** Facts about it, at the end of the row. */
  readonly children: ReactNode;
}

function Row({ href, title, picture, children }: RowProps) {
  return (
    <li className="list-row">
      <Link className="list-link" href={href}>
        {picture}
        <span className="cut">{title}</span>
      </Link>
      <span className="facts-line">{children}</span>
    </li>
  );
}
