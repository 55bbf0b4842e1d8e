/** The way through an organization: its name, the search, its spaces, and who is signed in. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import {
  collectionsOf,
  organization as organizationOf,
  organizations,
  spacesOf,
  user,
} from "../api/queries.ts";
import type { Collection, Space } from "../../sdk/src/index.ts";
import { addressOf } from "../routes.ts";
import { Icon } from "../ui/Icon.tsx";
import { PageIcon } from "../ui/PageIcon.tsx";
import { spaceName } from "../ui/spaceName.ts";
import { words } from "../words.ts";
import { InboxLink } from "./InboxLink.tsx";
import { keyName } from "./keys.ts";
import { LazyAccountMenu, LazyOrganizations, LazyUnsavedTexts } from "./lazy.tsx";

interface SidebarProps {
  /** The id of the organization. */
  readonly organization: string | undefined;
  readonly search: () => void;
  /** Stands in the place of the spaces. */
  readonly children: ReactNode;
}

export function Sidebar({ organization, search, children }: SidebarProps) {
  return (
    <>
      <div className="side-top">
        {organization === undefined ? (
          <span className="side-name">{words.product}</span>
        ) : (
          <Name id={organization} />
        )}
        <button type="button" className="side-search" onClick={search} aria-keyshortcuts="Control+K Meta+K /">
          <Icon name="search" />
          <span>{words.goTo}</span>
          <kbd aria-hidden="true">{keyName("K")}</kbd>
        </button>
      </div>
      {children ??
        (organization === undefined ? (
          <div className="side-body">
            <LazyOrganizations />
          </div>
        ) : (
          <Spaces of={organization} />
        ))}
      <Account />
    </>
  );
}

function Name({ id }: { readonly id: string }) {
  const { data } = useQuery(organizationOf(id));
  const title = data?.title ?? "";
  return (
    <Link className="side-name" href={addressOf("home", { organization: id })}>
      <span className="side-mark" aria-hidden="true">
        {[...title][0] ?? ""}
      </span>
      <span className="cut">{title}</span>
    </Link>
  );
}

function Account() {
  const { data: who } = useQuery(user());
  const { data: all = [] } = useQuery(organizations());
  const name = who?.displayName ?? "";
  const label = (
    <>
      <span className="avatar" aria-hidden="true">
        {who?.photoURL === undefined ? ([...name][0] ?? "") : <img src={who.photoURL} alt="" />}
      </span>
      <span className="cut">{name}</span>
    </>
  );
  return (
    <div className="side-foot">
      <LazyUnsavedTexts user={who?.id ?? ""} />
      <div className="side-foot-row">
        <LazyAccountMenu user={who?.id ?? ""} label={label} organizations={all} />
        <InboxLink />
      </div>
    </div>
  );
}

/** Spaces and collections as they lie in each other. */
function Spaces({ of }: { readonly of: string }) {
  const [path] = useLocation();
  const { data: spaces = [] } = useQuery(spacesOf(of));
  const { data: collections = [] } = useQuery(collectionsOf(of));
  const home = addressOf("home", { organization: of });
  const known = new Set(collections.map(({ id }) => id));
  const level = (parent: string | undefined): ReactNode => {
    const isHere = (one: Space | Collection) =>
      parent === undefined ? one.parent === undefined || !known.has(one.parent) : one.parent === parent;
    return (
      <ul>
        {collections.filter(isHere).map(({ id, title }) => (
          <li key={id}>
            <SideLink
              href={addressOf("collection", { collection: id })}
              also={[addressOf("collection", { collection: id })]}
              path={path}
              title={title}
            >
              <Icon name="folder" />
            </SideLink>
            {level(id)}
          </li>
        ))}
        {spaces.filter(isHere).map((space) => (
          <li key={space.id}>
            <SideLink
              href={addressOf("space", { space: space.id })}
              also={[addressOf("space", { space: space.id })]}
              path={path}
              title={spaceName(space)}
            >
              <PageIcon emoji={space.emoji} otherwise="space" />
            </SideLink>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <div className="side-body">
      <SideLink href={home} path={path} title={words.home}>
        <Icon name="home" />
      </SideLink>
      <SideLink href={addressOf("changes", { organization: of })} path={path} title={words.changeRequests}>
        <Icon name="change" />
      </SideLink>
      <SideLink
        href={addressOf("sites", { organization: of })}
        also={[addressOf("sites", { organization: of })]}
        path={path}
        title={words.sites}
      >
        <Icon name="globe" />
      </SideLink>
      {spaces.length + collections.length === 0 ? null : <h2 className="side-label">{words.spaces}</h2>}
      {level(undefined)}
      <Manage of={of} path={path} />
    </div>
  );
}

/** The ways to what is administrated, as far as somebody may. */
function Manage({ of, path }: { readonly of: string; readonly path: string }) {
  const { data } = useQuery(organizationOf(of));
  const may = data?.permissions;
  if (!may?.listMembers) return null;
  return (
    <>
      <h2 className="side-label">{words.manage}</h2>
      <SideLink
        href={addressOf("members", { organization: of })}
        also={[
          addressOf("teams", { organization: of }),
          addressOf("invites", { organization: of }),
          addressOf("singleSignOn", { organization: of }),
        ]}
        path={path}
        title={words.people}
      >
        <Icon name="people" />
      </SideLink>
      <SideLink
        href={addressOf(may.admin ? "webhooks" : "specs", { organization: of })}
        also={(["webhooks", "specs", "integrations", "jobs"] as const).map((name) =>
          addressOf(name, { organization: of }),
        )}
        path={path}
        title={words.developers}
      >
        <Icon name="code" />
      </SideLink>
      <SideLink
        href={addressOf("translations", { organization: of })}
        also={[addressOf("translations", { organization: of })]}
        path={path}
        title={words.translations}
      >
        <Icon name="language" />
      </SideLink>
      {may.admin ? (
        <SideLink href={addressOf("audit", { organization: of })} path={path} title={words.auditLog}>
          <Icon name="record" />
        </SideLink>
      ) : null}
      {may.admin ? (
        <SideLink
          href={addressOf("organizationSettings", { organization: of })}
          path={path}
          title={words.settings}
        >
          <Icon name="settings" />
        </SideLink>
      ) : null}
    </>
  );
}

interface SideLinkProps {
  readonly href: string;
  readonly path: string;
  readonly title: string;
  /** Further addresses that belong to it, with all below them. */
  readonly also?: readonly string[];
  readonly children: ReactNode;
}

function SideLink({ href, path, title, also = [], children }: SideLinkProps) {
  const isHere = path === href || also.some((one) => path === one || path.startsWith(`${one}/`));
  return (
    <Link className="side-link" href={href} aria-current={isHere ? "page" : undefined}>
      {children}
      <span className="cut">{title}</span>
    </Link>
  );
}
