/** Who a tab was opened by may not be who is signed in any more: the session is that of the browser. */
import { getAuthenticatedUser } from "../../sdk/src/index.ts";
import { client } from "./client.ts";

/** Whether somebody is still who is signed in: nothing is written as anybody else. Throws where that can't be asked. */
export const isSignedIn = async (user: string): Promise<boolean> =>
  (await getAuthenticatedUser(client)).id === user;
