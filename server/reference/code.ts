/** Blocks of code as published pages show them. */
import { html, type Raw } from "../../design/html.ts";

/** A block of code with its title and a button that copies it. `lines` are escaped or made by `html`. */
export function codeBlock(title: string, content: Raw | string): Raw {
  return html`<figure class="code" data-copy-root>
    <figcaption class="code-bar">
      <span class="code-title">${title}</span
      ><button type="button" class="copy" data-copy data-copied="Copied">Copy</button>
    </figcaption>
    <pre class="code-body" tabindex="0"><code>${content}</code></pre>
  </figure>`;
}

const JSON_PART = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?)|\b(true|false|null)\b/g;

/** A value as JSON over several lines, its parts marked for the style sheet. */
export function jsonCode(value: unknown): Raw {
  const text = JSON.stringify(value, undefined, 2);
  const pieces: (Raw | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(JSON_PART)) {
    const [whole, quoted, colon, number] = match;
    pieces.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (quoted !== undefined) pieces.push(mark(colon === undefined ? "string" : "attr", quoted), colon ?? "");
    else pieces.push(mark(number === undefined ? "constant" : "number", whole));
  }
  return html`${[...pieces, text.slice(end)]}`;
}

function mark(kind: "string" | "attr" | "number" | "constant", text: string): Raw {
  return html`<span class="${`tok-${kind}`}">${text}</span>`;
}

/** A sentence in which `…` is code. */
export function sentence(text: string): Raw {
  return html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
