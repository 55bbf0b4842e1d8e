import { html, type Raw } from "../../design/html.ts";
import { codeBlock, jsonCode, sentence } from "./code.ts";
import { curlOf } from "./curl.ts";
import { parameterFields, schemaFields, typeOf } from "./fields.ts";
import type { Described } from "./openapi.ts";
import { sampleOf } from "./sample.ts";

/** A method as a small label. */
export function methodLabel(method: string): Raw {
  return html`<span class="${`method method-${method.toLowerCase()}`}">${method}</span>`;
}

/** One operation: what it does and takes on the left, how to ask for it and what comes back on the right. */
export function renderOperation(server: string, operation: Described): Raw {
  return html`<section class="op" aria-labelledby="${operation.id}">
    <div class="op-text">
      <h2 class="op-title" id="${operation.id}">
        ${operation.summary}<a
          class="anchor"
          href="${`#${operation.id}`}"
          aria-label="${`Link to: ${operation.summary}`}"
          >#</a
        >
      </h2>
      <p class="op-address">${methodLabel(operation.method)}<code>${breakable(operation.path)}</code></p>
      ${operation.isDeprecated ? html`<p class="op-note">Deprecated.</p>` : null}
      ${operation.description ? html`<p>${sentence(operation.description)}</p>` : null}
      ${operation.isOpen ? html`<p class="op-note">Answers without a token.</p>` : null}
      ${parametersOf(operation, "path", "Path")}${parametersOf(operation, "query", "Query")}${bodyOf(operation)}${answersOf(operation)}
    </div>
    <div class="op-code">${codeBlock("Request", curlOf(server, operation))}${answerSample(operation)}</div>
  </section>`;
}

/** Long addresses break after their slashes. */
function breakable(path: string): Raw {
  return html`${path.split(/(?<=\/)/).map((part) => html`${part}<wbr />`)}`;
}

function parametersOf({ parameters }: Described, place: "path" | "query", title: string): Raw | null {
  const some = parameters.filter((parameter) => parameter.in === place);
  if (some.length === 0) return null;
  return html`<h3>${title}</h3>
    ${parameterFields(some)}`;
}

function bodyOf({ body, takesFiles }: Described): Raw | null {
  if (takesFiles) {
    return html`<h3>Body</h3>
      <p>${sentence("`multipart/form-data`")}</p>`;
  }
  if (body === undefined) return null;
  return html`<h3>Body</h3>
    ${schemaFields(body)}`;
}

function answersOf({ answers }: Described): Raw {
  const shown = answers.map(({ status, schema }) => {
    const fields = schema && schemaFields(schema);
    const label = html`<code>${status}</code> ${schema === undefined ? "without content" : typeOf(schema)}`;
    if (fields === undefined) return html`<p class="op-answer">${label}</p>`;
    return html`<details class="field-more op-answer">
      <summary>${label}</summary>
      ${fields}
    </details>`;
  });
  return html`<h3>Answer</h3>
    ${shown}`;
}

function answerSample({ answers }: Described): Raw | null {
  const first = answers.find(({ schema }) => schema !== undefined);
  if (first?.schema === undefined) return null;
  return codeBlock(`Answer ${first.status}`, jsonCode(sampleOf(first.schema, true)));
}
