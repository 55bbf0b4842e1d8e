/** What counts when two sides are first brought in step, and how what changes here goes out from then on. */
import { gitWords } from "../../words/git.ts";

export type SyncDirection = keyof typeof gitWords.directions;

const DIRECTIONS = Object.entries(gitWords.directions) as [SyncDirection, string][];
const SITE_DIRECTIONS = Object.entries(gitWords.siteDirections) as [SyncDirection, string][];

export const directionsFor = (isSite: boolean): [SyncDirection, string][] =>
  isSite ? SITE_DIRECTIONS : DIRECTIONS;

export const helpFor = (direction: SyncDirection, isSite: boolean): string =>
  (isSite ? gitWords.siteDirectionHelp : gitWords.directionHelp)[direction];

type Outgoing = keyof typeof gitWords.outgoings;

const OUTGOINGS = Object.entries(gitWords.outgoings) as [Outgoing, string][];
/** Nothing of a site goes out as a pull request. */
const OF_SITE: ReadonlySet<Outgoing> = new Set(["push", "off"]);

export const outgoingsFor = (isSite: boolean): [Outgoing, string][] =>
  isSite ? OUTGOINGS.filter(([way]) => OF_SITE.has(way)) : OUTGOINGS;
