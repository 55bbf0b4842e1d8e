/** Calls that tell how much of what they send has left: `fetch` doesn't, so they go by the older way of browsers. */
import type { Client } from "../../sdk/src/index.ts";
import { ownClient } from "./client.ts";

/**
 * A client for files.
 * @param told how many bytes of all its calls were sent by now
 */
export function sendingClient(told: (bytes: number) => void): Client {
  let before = 0;
  return ownClient(2, async (url, init) => {
    let sent = 0;
    const response = await send(url, init, (bytes) => {
      sent = bytes;
      told(before + sent);
    });
    before += sent;
    return response;
  });
}

/** Statuses of answers that have no body. */
const BARE = new Set([204, 205, 304]);

function send(url: string, init: RequestInit, told: (bytes: number) => void): Promise<Response> {
  const { method = "GET", body, signal } = init;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open(method, url);
    request.responseType = "blob";
    // Files of one go are one entry of the history.
    for (const [name, value] of new Headers({ prefer: "coalesce", ...(init.headers as object) }))
      request.setRequestHeader(name, value);
    for (const event of ["progress", "load"] as const)
      request.upload.addEventListener(event, ({ loaded }) => told(loaded));
    request.addEventListener("load", () => {
      const { status, statusText, response } = request;
      const headers = new Headers(headersOf(request));
      resolve(new Response(BARE.has(status) ? null : (response as Blob), { status, statusText, headers }));
    });
    request.addEventListener("error", () => reject(new TypeError("The connection was lost.")));
    request.addEventListener("abort", () => reject(signal?.reason as Error));
    request.addEventListener("loadend", () => signal?.removeEventListener("abort", abort));
    if (signal?.aborted === true) return reject(signal.reason as Error);
    signal?.addEventListener("abort", abort);
    request.send(body as XMLHttpRequestBodyInit | null);
  });
}

function headersOf(request: XMLHttpRequest): [string, string][] {
  return request
    .getAllResponseHeaders()
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
}
