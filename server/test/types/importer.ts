/** What the compiler asks of whoever adds a kind of source, here `storyline`: `npm run types` checks it, nothing runs it. */
import {
  type ImportChoice,
  type ImportKind,
  type ImportWay,
  IMPORT_WAYS,
} from "../../../console/features/import/sources.ts";
import { importWords } from "../../../console/words/import.ts";
import type { SourceKind, SourceReader } from "../../importers/kinds.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <Claim extends true>(claim?: Claim) => claim;

// The rows of `READERS` are what the API takes, and by its client what the console has to offer.
holds<Same<SourceKind, ImportKind>>();
// @ts-expect-error Its row says how an archive of it is read.
export const reader: SourceReader = {};
// @ts-expect-error The console says how the form asks for it.
export const ways: Readonly<Record<ImportKind | "storyline", ImportWay>> = IMPORT_WAYS;
// @ts-expect-error The form has a title for it,
export const titles: Readonly<Record<ImportChoice | "storyline", string>> = importWords.kinds;
// @ts-expect-error and a sentence.
export const helps: Readonly<Record<ImportChoice | "storyline", string>> = importWords.helps;
