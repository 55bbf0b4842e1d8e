/** Visitors as they were admitted: whoever comes again with the same cookies is known without being looked at again. */
import type { Deps } from "../../deps.ts";
import { openKept } from "../../memory/kept.ts";
import type { PublishedSite, PublishedSites, SiteKeys } from "../reading/publishedSite.ts";
import type { Visitor } from "../reading/visitor.ts";

/** A site as it is read below one prefix: there its cookies are kept. */
export interface VisitedPlace extends SiteKeys {
  readonly base: string;
}

export interface KnownVisitors {
  /** Who sent these cookies, if that is certain now. @param cookies the visitor's part of a request's, as it is written */
  find(place: VisitedPlace, cookies: string): Visitor | undefined;
  note(place: VisitedPlace, cookies: string, admitted: AdmittedVisitor): void;
}

export interface AdmittedVisitor {
  readonly visitor: Visitor;
  /** The site as it was when they were admitted. */
  readonly published: PublishedSite;
  /** Until when they stay who they are, in milliseconds of the clock. */
  readonly until: number;
}

interface Entry extends Omit<AdmittedVisitor, "published"> {
  /** Kept by the share of sites alone: held here too, each visitor would keep what the site was when they came. */
  readonly published: WeakRef<PublishedSite>;
  /** When they were admitted: a token may not count before. */
  readonly since: number;
}

/** What a visitor takes in memory, beside their claims. */
const ENTRY_BYTES = 300;

/**
 * A visitor depends on their cookies, on the prefix, on the clock, and on the site: its key, its schema of claims, its
 * audience. All of the latter is one object, which is another one as soon as anything of it changed.
 */
export function openKnownVisitors(sites: PublishedSites, clock: Deps["clock"]): KnownVisitors {
  const known = openKept<Entry>("visitors", { bytesOf: ENTRY_BYTES });
  const nameOf = ({ organization, basename, base }: VisitedPlace, cookies: string): string =>
    `${organization} ${basename} ${base} ${cookies}`;
  return {
    find(place, cookies) {
      const entry = known.get(nameOf(place, cookies));
      const published = sites.known(place.organization, place.basename);
      if (entry === undefined || published === undefined) return undefined;
      if (entry.published.deref() !== published) return undefined;
      const now = clock.now();
      return entry.since <= now && now < entry.until ? entry.visitor : undefined;
    },
    note(place, cookies, { visitor, published, until }) {
      // Claims are read from the cookies, which are the key, and take about as much again.
      const bytes = ENTRY_BYTES + cookies.length * 2;
      const entry = { visitor, published: new WeakRef(published), until, since: clock.now() };
      known.set(nameOf(place, cookies), entry, bytes);
    },
  };
}
