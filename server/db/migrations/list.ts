/** Every migration in its order, which is frozen: new ones go last. */
import { foundation } from "./001-foundation.ts";
import { search } from "./002-search.ts";
import type { Migration } from "./columns.ts";

export const migrations: readonly Migration[] = [foundation, search];
