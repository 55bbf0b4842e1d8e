import { createClient } from "../../sdk/src/index.ts";

/** Calls go to where the page came from, by its session. */
export const client = createClient({ url: location.origin, session: true, retries: 2 });
