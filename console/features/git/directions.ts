/** What counts when two sides are first brought in step. */
import { gitWords } from "../../words/git.ts";

export type SyncDirection = keyof typeof gitWords.directions;

const DIRECTIONS = Object.entries(gitWords.directions) as [SyncDirection, string][];
const SITE_DIRECTIONS = Object.entries(gitWords.siteDirections) as [SyncDirection, string][];

export const directionsFor = (isSite: boolean): [SyncDirection, string][] =>
  isSite ? SITE_DIRECTIONS : DIRECTIONS;

export const helpFor = (direction: SyncDirection, isSite: boolean): string =>
  (isSite ? gitWords.siteDirectionHelp : gitWords.directionHelp)[direction];
