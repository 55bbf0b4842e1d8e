/** What only the console asks, below `/-/`, beside the API: it goes by the browser's session. */
import { askAsAnybody } from "./askAsAnybody.ts";
import { asOwn } from "./person.ts";

/** Sends a request to where the page came from, for the person of this tab. */
export function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return asOwn(init, (own) => askAsAnybody(path, own));
}

/** Sends JSON, and gives what is answered. @throws with the status when it is refused */
export async function askJson<Answer>(method: "GET" | "PUT", path: string, body?: object): Promise<Answer> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await ask(path, { method, ...sent });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Answer;
}
