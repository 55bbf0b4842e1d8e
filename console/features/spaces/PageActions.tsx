/** What can be done with the page that is shown, in the bar. */
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Page, Space } from "../../../sdk/src/index.ts";
import { useChangingSettings, useOwnSettings } from "../../api/settings.ts";
import { useKeys } from "../../app/keys.ts";
import { addressOf } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { later } from "../../ui/later.tsx";
import { words } from "../../words.ts";
import { typeAhead } from "../writing/typedAhead.ts";
import type { PageAuthor } from "../writing/writer.ts";

const Preview = later(() => import("../changes/Preview.tsx"));
const Present = later(() => import("./Present.tsx"));
const FileLink = later(() => import("./FileLink.tsx"));

interface PageActionsProps {
  readonly space: Space | undefined;
  /** As the list of pages has it. */
  readonly page: Page | undefined;
  /** The id of the page that is shown. */
  readonly shown: string | undefined;
  /** Of the change request that is looked at. */
  readonly number: string | undefined;
  readonly writer: PageAuthor;
  readonly hrefOf: (id: string) => string;
  /** Takes the place of the status of saving. */
  readonly status: (place: HTMLElement | null) => void;
}

export function PageActions({ space, page, shown, number, writer, hrefOf, status }: PageActionsProps) {
  if (space === undefined) return null;
  // Who writes a page goes on when the tree has it no more.
  const edited =
    writer.mode !== "read" ? shown : writer.mayWrite && page?.type === "document" ? page.id : undefined;
  const published = space.urls.published;
  return (
    <>
      <Present space={space.id} number={number} page={page?.id} />
      {space.gitSync === undefined ||
      page?.type !== "document" ||
      number !== undefined ||
      writer.mode !== "read" ? null : (
        <FileLink space={space} page={page} />
      )}
      {shown === undefined || number !== undefined || writer.mode !== "read" ? null : (
        <Link
          className="icon-button"
          href={addressOf("pageHistory", { space: space.id, page: shown })}
          aria-label={words.pageHistory}
          title={words.pageHistory}
        >
          <Icon name="history" />
        </Link>
      )}
      {space.permissions.admin && writer.mode === "read" ? (
        <Link
          className="icon-button"
          href={addressOf("spaceSettings", { space: space.id })}
          aria-label={words.spaceSettings}
          title={words.spaceSettings}
        >
          <Icon name="settings" />
        </Link>
      ) : null}
      {number === undefined || writer.mode !== "read" ? null : (
        <Preview space={space} number={number} path={page?.path} />
      )}
      {published === undefined || number !== undefined || writer.mode !== "read" ? null : (
        <a className="button-quiet" href={published} target="_blank" rel="noopener">
          <span className="bar-words">{words.openPublished}</span>
          <Icon name="external" />
        </a>
      )}
      {edited === undefined ? null : (
        <EditActions space={space} page={edited} {...{ number, writer, status }} href={hrefOf(edited)} />
      )}
    </>
  );
}

/** As many spaces as the settings of a person take. */
const MOST_REMEMBERED = 50;

interface EditActionsProps extends Pick<PageActionsProps, "number" | "writer" | "status"> {
  readonly space: Space;
  readonly page: string;
  /** The address of the page, to be read. */
  readonly href: string;
}

function EditActions({ space, page, number, writer, href, status }: EditActionsProps) {
  const [, go] = useLocation();
  const [isGoing, setGoing] = useState(false);
  const { proposesIn = [] } = useOwnSettings() ?? {};
  const change = useChangingSettings();
  const isDirect = number !== undefined || space.editMode === "live";
  // Where both can be done, what somebody did last is what the button and the key do the next time.
  const proposes = isDirect && number === undefined && proposesIn.includes(space.id);
  const remember = (isProposal: boolean): void => {
    if (!isDirect || number !== undefined || isProposal === proposes) return;
    const others = proposesIn.filter((one) => one !== space.id);
    change({ proposesIn: isProposal ? [space.id, ...others].slice(0, MOST_REMEMBERED) : others });
  };
  const propose = async (): Promise<void> => {
    setGoing(true);
    const { ownDraft } = await import("../../api/proposals.ts");
    const drafted = await ownDraft(space.id, writer.user, page).catch(() => undefined);
    setGoing(false);
    if (drafted === undefined) go(`${href}?edit=proposal`);
    else go(`${addressOf("changedPage", { space: space.id, number: drafted, page })}?edit`);
  };
  const act = (isProposal: boolean): void => {
    remember(isProposal);
    typeAhead(page);
    if (isProposal || !isDirect) void propose();
    else go(`${href}?edit`);
  };
  useKeys({ e: () => (writer.mode === "read" ? act(proposes) : undefined) });
  if (writer.mode !== "read")
    return (
      <>
        <span className="bar-status" ref={status} />
        <button type="button" className="button button-secondary" onClick={() => go(href)}>
          {words.doneEditing}
        </button>
      </>
    );
  return (
    <>
      {isDirect && number === undefined ? (
        <button type="button" className="button-quiet" disabled={isGoing} onClick={() => act(!proposes)}>
          <span className="bar-words">{proposes ? words.edit : words.propose}</span>
          <span className="bar-sign">
            <Icon name={proposes ? "edit" : "change"} />
          </span>
        </button>
      ) : null}
      <button
        type="button"
        className="button"
        disabled={isGoing}
        aria-keyshortcuts="e"
        onClick={() => act(proposes)}
      >
        {proposes ? words.propose : words.edit}
      </button>
    </>
  );
}
