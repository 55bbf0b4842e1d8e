import { html, type Raw } from "../../../design/html.ts";

/** A part of a page of somebody's account: what it is about beside what can be done. */
export function renderSection(id: string, title: string, text: string, content: Raw): Raw {
  return html`<section class="part" aria-labelledby="${id}">
    <div class="part-text">
      <h2 id="${id}">${title}</h2>
      <p>${text}</p>
    </div>
    <div class="part-body">${content}</div>
  </section>`;
}
