import { html, type Raw } from "../../design/html.ts";
import { codeBlock, jsonCode, sentence } from "./code.ts";
import type { Reference } from "./openapi.ts";

const ERROR = {
  error: {
    code: 404,
    type: "not-found",
    message: "The space was not found, or you have no access to it.",
    requestId: "Rk3vXw9TqLm2ZpB7sYcd",
  },
};

const STATUSES: readonly (readonly [string, string])[] = [
  ["400", "The request can't be understood as it is; `details` names the fields."],
  ["401", "No token, or one that is not valid any more."],
  ["403", "You may see the thing, but not do this with it."],
  ["404", "Unknown, or not visible to you: the same answer."],
  ["409", "The state of the thing does not allow it; `type` says what it is about."],
  ["412", "It has changed since you read it: read it again and repeat the change."],
  ["413", "Larger than the operation takes."],
  ["429", "Too many requests; `Retry-After` says how many seconds to wait."],
  ["500", "A fault of ours; the log has it under `requestId`."],
];

/** How the API works: what holds for every operation, said once. */
export function renderOverview(reference: Reference, base: string): Raw {
  return html`<article class="page reference">
    <header class="page-head">
      <h1 class="page-title">API reference</h1>
      <p class="page-description">
        Everything Lectern does, over HTTP and JSON. Version ${reference.version}.
      </p>
    </header>
    <div class="prose">
      <section class="op">
        <div class="op-text">${basics(reference)}</div>
        <div class="op-code">
          ${codeBlock("First request", `export LECTERN_TOKEN=…\ncurl "${reference.server}/v1/user" \\\n  -H "Authorization: Bearer $LECTERN_TOKEN"`)}
          ${codeBlock("An error", jsonCode(ERROR))}
        </div>
      </section>
      <h2>Operations</h2>
      <ul class="chapters">
        ${reference.chapters.map(
          ({ title, slug, operations }) =>
            html`<li>
              <a class="chapter" href="${`${base}/${slug}`}"
                ><strong>${title}</strong
                ><span
                  >${operations.length === 1 ? "1 operation" : `${operations.length} operations`}</span
                ></a
              >
            </li>`,
        )}
      </ul>
    </div>
  </article>`;
}

function basics({ server }: Reference): Raw {
  const part = (title: string, ...texts: string[]): Raw =>
    html`<h2>${title}</h2>
      ${texts.map((text) => html`<p>${sentence(text)}</p>`)}`;
  return html`${part("Address and token", `All operations are below \`${server}/v1\`. Send an API token with each request: \`Authorization: Bearer <token>\`. A token has the rights of the user it belongs to.`)}
    ${part("Lists", "Lists come in pages of `limit` items. While more follow, the answer has `next.page`: send it as `page` to go on. `count` is how many there are in all.")}
    ${part("Changing things safely", "A thing that can be changed has an `ETag`. Send it back as `If-Match` and the change is refused with 412 when somebody else was faster.", "With an `Idempotency-Key` a request that is repeated within a day is done once and gets the same answer.")}
    ${part("Limits", "Reads cost 1 point and writes 5. `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` say what a minute allows, what is left of it and when the next one begins.")}
    <h2>Errors</h2>
    <p>${sentence("Every failure has the same body. Branch on `type`; `message` is for people.")}</p>
    <div class="table" tabindex="0" role="region" aria-label="Statuses of errors">
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${STATUSES.map(
            ([status, text]) =>
              html`<tr>
                <td><code>${status}</code></td>
                <td>${sentence(text)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
