/** What all pages for people stand in. */
import { html, type Piece, type Raw } from "../../../design/html.ts";
import { brandTitle, renderBar } from "../../../design/bar.ts";
import { type AssetHrefs, renderDocument } from "../../../design/document.ts";
import { renderScreen } from "../../../design/screen.ts";
import { wordsFor } from "../../../design/words.ts";

/** The sheets and scripts of published pages, and the sheet of these pages. */
export interface AccountAssets extends AssetHrefs {
  readonly account: string;
  readonly passkeys: string;
}

/** Those of a built installation. */
export function accountAssets(
  assets: Pick<AccountAssets, "account" | "passkeys"> & { hrefs(): AssetHrefs },
): AccountAssets {
  return { ...assets.hrefs(), account: assets.account, passkeys: assets.passkeys };
}

const LOCALE = "en";

/**
 * A page in the middle of the window, with one thing to do.
 * @param organization the title of the one whose door it is
 */
export function renderDoor(
  assets: AccountAssets,
  title: string,
  content: Piece,
  organization?: string,
): string {
  return renderDocument({
    locale: LOCALE,
    title: `${title} · Lectern`,
    assets,
    siteTitle: "Lectern",
    robots: "noindex",
    head: sheet(assets),
    body: html`<main class="door" id="content">
      <div class="door-box">
        <p class="door-brand">
          <a href="/">${organization === undefined ? "Lectern" : markOf(organization)}</a>
        </p>
        <h1 class="door-title">${title}</h1>
        ${content}
      </div>
    </main>`,
  });
}

/** The mark of an organization: its first letter, and its title. */
function markOf(title: string): Raw {
  const [letter = ""] = title.trim();
  return html`<span class="door-mark" aria-hidden="true">${letter.toLocaleUpperCase(LOCALE)}</span
    ><span dir="auto">${title}</span>`;
}

/** A page of somebody who is signed in. */
export function renderRoom(assets: AccountAssets, title: string, content: Raw): string {
  const bar = {
    homeHref: "/",
    brand: brandTitle("Lectern"),
    links: [{ title: "API reference", href: "/docs" }],
    withMenu: false,
  };
  return renderScreen({
    locale: LOCALE,
    title: `${title} · Lectern`,
    siteTitle: "Lectern",
    assets,
    robots: "noindex",
    frame: "plain",
    head: sheet(assets),
    bar: renderBar(bar, wordsFor(LOCALE)),
    main: html`<article class="room">${content}</article>`,
  });
}

/** Says whose form it is: one of somebody else than who is signed in when it is sent does nothing. */
export function whose({ id }: { readonly id: string }): Raw {
  return html`<input type="hidden" name="person" value="${id}" />`;
}

/** The same in the address, for a form that carries a file and nothing beside it. */
export function ofWhom(action: string, { id }: { readonly id: string }): string {
  return `${action}?person=${encodeURIComponent(id)}`;
}

function sheet(assets: AccountAssets): Raw {
  return html`<link rel="stylesheet" href="${assets.account}" />`;
}

/** A sentence about what was done, or what stands in the way; read out when the page opens. */
export function renderMessage(message: Message | undefined): Raw | null {
  if (message === undefined) return null;
  const role = message.kind === "problem" ? "alert" : "status";
  return html`<p class="message message-${message.kind}" role="${role}" id="message">
    <strong>${message.kind === "problem" ? "Not done." : "Done."}</strong> ${message.text}
  </p>`;
}

export interface Message {
  readonly kind: "problem" | "done";
  readonly text: string;
}
