/** What only the console asks, below `/-/`, beside the API: it goes by the browser's session. */

/** Sends a request to where the page came from. */
export function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`/-/${path}`, {
    ...init,
    credentials: "same-origin",
    headers: { "lectern-console": "1", ...init.headers },
  });
}

/** Sends JSON, and gives what is answered. @throws with the status when it is refused */
export async function askJson<Answer>(method: "GET" | "PUT", path: string, body?: object): Promise<Answer> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await ask(path, { method, ...sent });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Answer;
}

/**
 * Sends a file to an address that the API has signed for it: the address is the right, and a path of our own origin.
 * @throws with the server's sentence when it is refused
 */
export async function sendSigned(url: string, file: File): Promise<void> {
  const { pathname, search } = new URL(url);
  const response = await fetch(pathname + search, { method: "PUT", body: file, credentials: "omit" });
  if (response.ok) return;
  const told = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  throw new Error(told.error?.message ?? `${response.status}`);
}
