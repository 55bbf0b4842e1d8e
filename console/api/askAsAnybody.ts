/** Sends a request to where the page came from, for whoever is signed in. @param path below `/-/` */
export function askAsAnybody(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`/-/${path}`, {
    ...init,
    credentials: "same-origin",
    headers: { "lectern-console": "1", ...init.headers },
  });
}
