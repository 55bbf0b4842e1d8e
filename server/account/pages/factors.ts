/** The page on which somebody looks after their second factor. */
import { html, type Piece, type Raw } from "../../../design/html.ts";
import type { Row } from "../../db/schema.ts";
import { type AccountAssets, type Message, renderMessage, renderRoom, whose } from "./frame.ts";
import { passkeyScript } from "./passkey.ts";
import { renderSection } from "./section.ts";

export interface FactorsView {
  readonly assets: AccountAssets;
  readonly user: Row<"users">;
  readonly message?: Message | undefined;
  /** Recovery codes that were just made: shown this once. */
  readonly codes?: readonly string[] | undefined;
  readonly hasApp: boolean;
  readonly passkeys: readonly Row<"passkeys">[];
  readonly codesLeft: number;
  /** What can be added; undefined: their session is not one that may. */
  readonly offer: Offer | undefined;
  /** Where they wanted to go before they were led here. */
  readonly next?: string | undefined;
  /** The organization that asks them for one, from when on in milliseconds, and whether it does so by now. */
  readonly asked?: { readonly title: string; readonly from: number; readonly isDue: boolean } | undefined;
}

export interface Offer {
  /** What comes back with the form. */
  readonly sealed: string;
  /** Of an app: in groups of four, and as a picture. */
  readonly secret: string;
  readonly picture: readonly (readonly boolean[])[];
  /** What a browser is asked to make; undefined: none is taken at this address. */
  readonly passkey: object | undefined;
}

export function renderFactors(view: FactorsView): string {
  const { assets, message, hasApp, passkeys, offer } = view;
  const has = hasApp || passkeys.length > 0;
  // Who may change nothing here is told nothing either: it is the whole account's, and they came for a part of it.
  const parts =
    offer === undefined
      ? null
      : html`${renderCodes(view)} ${renderPasskeys(view, offer)} ${renderApp(view, offer)}
        ${has ? renderRecovery(view) : null}`;
  return renderRoom(
    assets,
    "Second factor",
    html`<header class="room-head">
        <div>
          <h1>Second factor</h1>
          <p>One is enough. With two, losing one is no trouble.</p>
        </div>
        ${renderWayOn(view)}
      </header>
      ${renderMessage(message)} ${renderAsked(view)} ${parts}`,
  );
}

/** On to where they wanted to go, once nothing holds them up. */
function renderWayOn({ next, hasApp, passkeys, asked }: FactorsView): Raw {
  const has = hasApp || passkeys.length > 0;
  if (next === undefined || (!has && asked?.isDue === true))
    return html`<a class="button button-secondary" href="/account">Back to your account</a>`;
  return has
    ? html`<a class="button" href="${next}">Go on</a>`
    : html`<a class="button button-secondary" href="${next}">Later</a>`;
}

function renderAsked({ asked, message, offer }: FactorsView): Raw | null {
  if (asked === undefined || message !== undefined || offer === undefined) return null;
  const { title, from, isDue } = asked;
  const text = isDue
    ? `${title} asks its members for a second factor. Set one up, and go on where you were; what you were writing is kept on your device.`
    : `${title} asks its members for a second factor from ${day(from)} on. Set one up now, or later.`;
  return html`<p class="message" role="status">
    <strong>${isDue ? "Needed now." : "Needed soon."}</strong> ${text}
  </p>`;
}

/** The address of a form, which leads on to where theirs does. */
function formAt({ next }: Pick<FactorsView, "next">, path: string): string {
  const address = `/account/second-factor/${path}`;
  return next === undefined ? address : `${address}?next=${encodeURIComponent(next)}`;
}

function renderCodes({ codes }: FactorsView): Raw | null {
  if (codes === undefined) return null;
  return html`<section class="made" data-copy-root aria-labelledby="codes">
    <h2 id="codes">Your recovery codes</h2>
    <p>
      Each lets you in once when your app or your passkey is lost. Keep them where you keep other important
      papers: they are not shown again.
    </p>
    <p class="made-row">
      <code class="codes" tabindex="0">${codes.join("\n")}</code>
      <button class="button script-only" type="button" data-copy data-copied="Copied">Copy</button>
    </p>
  </section>`;
}

function renderPasskeys(view: FactorsView, offer: Offer): Raw {
  const { passkeys } = view;
  const list =
    passkeys.length === 0
      ? html`<p class="nothing">You have no passkey.</p>`
      : html`<ul class="entries">
          ${passkeys.map((passkey) => renderPasskey(view.user, passkey))}
        </ul>`;
  return renderSection(
    "passkeys",
    "Passkeys",
    "Your fingerprint, your face, the lock of your device, or a key that you plug in. Passkeys can't be given to a false page.",
    html`${list} ${renderNewPasskey(view, offer)}`,
  );
}

function renderNewPasskey(view: FactorsView, { sealed, passkey }: Offer): Raw {
  if (passkey === undefined) {
    return html`<p class="nothing">
      Browsers take passkeys only where an installation has a name and is reached by https.
    </p>`;
  }
  return html`<form
      class="form form-row form-pair"
      method="post"
      action="${formAt(view, "passkeys")}"
      data-passkey="create"
      data-options="${JSON.stringify(passkey)}"
    >
      ${whose(view.user)}
      <input type="hidden" name="offer" value="${sealed}" />
      <input type="hidden" name="credential" />
      <label class="entry"
        ><span>What you call it</span><input name="label" required maxlength="50" placeholder="My laptop"
      /></label>
      <button class="button script-only">Add passkey</button>
      <p class="message message-problem" role="alert" data-problem hidden></p>
    </form>
    ${passkeyScript(view.assets)}`;
}

function renderPasskey(user: FactorsView["user"], { id, label, created_at, used_at }: Row<"passkeys">): Raw {
  const used = used_at === null ? "never used" : `last used ${day(used_at)}`;
  return html`<li class="entry-row">
    <div><strong>${label}</strong><small>Added ${day(created_at)} &middot; ${used}</small></div>
    <form method="post" action="/account/second-factor/passkeys/${id}/remove">
      ${whose(user)}
      <button class="button button-quiet" name="do" value="remove" aria-label="Remove ${label}">
        Remove
      </button>
    </form>
  </li>`;
}

const day = (at: number): string =>
  new Date(at).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });

function renderApp(view: FactorsView, offer: Offer): Raw {
  const content: Piece = view.hasApp
    ? html`<ul class="entries">
        <li class="entry-row">
          <div><strong>Authenticator app</strong><small>Asked for when you sign in</small></div>
          <form method="post" action="/account/second-factor/app/remove">
            ${whose(view.user)}
            <button
              class="button button-quiet"
              name="do"
              value="remove"
              aria-label="Remove your authenticator app"
            >
              Remove
            </button>
          </form>
        </li>
      </ul>`
    : renderNewApp(view, offer);
  return renderSection(
    "app",
    "Authenticator app",
    "A program on your telephone or in your password manager that shows another six digits every 30 seconds.",
    content,
  );
}

function renderNewApp(view: FactorsView, { sealed, secret, picture }: Offer): Raw {
  return html`<div class="scan">
    <div class="scan-picture" role="img" aria-label="The key as a picture for the camera of a telephone">
      ${renderPicture(picture)}
    </div>
    <form class="form" method="post" action="${formAt(view, "app")}">
      ${whose(view.user)}
      <p class="nothing">Scan this with the app, or give it the key <code class="key">${secret}</code></p>
      <input type="hidden" name="offer" value="${sealed}" />
      <label class="entry"
        ><span>The code that it shows</span
        ><input
          name="code"
          class="code"
          required
          maxlength="20"
          inputmode="numeric"
          autocomplete="one-time-code"
          placeholder="000000"
      /></label>
      <div class="form-end"><button class="button" name="do" value="add">Add app</button></div>
    </form>
  </div>`;
}

/** A picture of squares: black ones on white in both themes, since telephones read no others. */
function renderPicture(rows: Offer["picture"]): Raw {
  const size = rows.length;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return html`<svg
    viewBox="0 0 ${size} ${size}"
    width="176"
    height="176"
    shape-rendering="crispEdges"
    aria-hidden="true"
  >
    <path d="${path}" />
  </svg>`;
}

function renderRecovery({ user, codesLeft }: FactorsView): Raw {
  return renderSection(
    "recovery",
    "Recovery codes",
    "For the day on which your app or your passkey is lost.",
    html`<p class="nothing">
        ${codesLeft === 1 ? "One code is" : `${codesLeft || "No"} codes are`} left. New ones replace them.
      </p>
      <form class="form-end" method="post" action="/account/second-factor/codes">
        ${whose(user)}
        <button class="button button-secondary" name="do" value="renew">Make new codes</button>
      </form>`,
  );
}
