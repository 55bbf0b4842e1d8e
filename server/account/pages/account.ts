import type { Row } from "../../db/schema.ts";
import { attribute, html, type Raw } from "../../../design/html.ts";
import { renderSection } from "./section.ts";
import { type AccountAssets, type Message, ofWhom, renderMessage, renderRoom, whose } from "./frame.ts";

export interface AccountView {
  readonly assets: AccountAssets;
  readonly user: Row<"users">;
  readonly sessions: readonly SessionView[];
  readonly tokens: readonly Row<"tokens">[];
  /** How many tokens there are, of which the page shows the oldest. */
  readonly tokenCount: number;
  readonly message?: Message | undefined;
  /** A token that was just made: shown this once. */
  readonly made?: { readonly label: string; readonly secret: string } | undefined;
  /** Why each organization that this session doesn't reach is out of its reach; a token made in it reaches as much. */
  readonly beyond: readonly string[];
  /** Whether the old password has to be given. */
  readonly asksPassword: boolean;
  /** Why no password can be set in this session. */
  readonly noPassword: string | undefined;
  /** Set when this session speaks for a part of the account only: the organization whose single sign-on opened it. */
  readonly part: string | undefined;
  /** Their second factors, in the words of the page; undefined: none. */
  readonly factors: string | undefined;
  readonly now: number;
}

interface SessionView {
  readonly id: string;
  readonly isThis: boolean;
  readonly device: string;
  readonly address: string | null;
  readonly seenAt: number;
}

/** The lifetimes that a token can be given, in days; 0: it doesn't expire. */
export const TOKEN_DAYS = [30, 90, 365, 0] as const;

/** Everything that somebody can change about themselves. */
export function renderAccount(view: AccountView): string {
  const { user, message } = view;
  return renderRoom(
    view.assets,
    "Account",
    html`<header class="room-head">
        <div>
          <h1>Account</h1>
          <p>${user.email}</p>
        </div>
        <form method="post" action="/sign-out">
          ${whose(user)}
          <button class="button button-secondary" name="do" value="sign-out">Sign out</button>
        </form>
      </header>
      ${renderMessage(message)} ${renderMade(view)} ${renderProfile(view)} ${renderPassword(view)}
      ${renderFactors(view)} ${renderSessions(view)} ${renderTokens(view)}
      ${view.part === undefined ? renderData(view) : null}`,
  );
}

function renderProfile({ user, part }: AccountView): Raw {
  const text = "How others see you.";
  if (part !== undefined) {
    return renderSection(
      "profile",
      "Profile",
      text,
      html`<div class="photo">${renderPicture(user)}<strong>${user.display_name}</strong></div>
        <p class="nothing">
          You came by the single sign-on of ${part}. Other organizations show your name and picture as well:
          to change them, sign in with your password or a link.
        </p>`,
    );
  }
  return renderSection(
    "profile",
    "Profile",
    text,
    html`${renderPhoto(user)}
      <form class="form" method="post" action="/account/profile">
        ${whose(user)}
        <label class="entry"
          ><span>Name</span
          ><input name="displayName" autocomplete="name" required maxlength="64" value="${user.display_name}"
        /></label>
        <div class="form-end"><button class="button" name="do" value="save">Save</button></div>
      </form>`,
  );
}

function renderPhoto(user: Row<"users">): Raw {
  const photo = user.photo_url;
  return html`<div class="photo">
    ${renderPicture(user)}
    <form
      class="photo-form"
      method="post"
      action="${ofWhom("/account/photo", user)}"
      enctype="multipart/form-data"
    >
      <label class="entry"
        ><span>Picture <small>PNG, JPEG or WebP, at most 10 MB</small></span
        ><input name="file" type="file" required accept="image/png,image/jpeg,image/webp"
      /></label>
      <button class="button button-secondary">Upload</button>
    </form>
    ${photo ? html`<form class="photo-remove" method="post" action="/account/photo/remove">${whose(user)}<button class="button button-quiet" name="do" value="remove" aria-label="Remove your picture">Remove</button></form>` : null}
  </div>`;
}

function renderPicture(user: Row<"users">): Raw {
  return user.photo_url
    ? html`<img src="${user.photo_url}" alt="" width="64" height="64" />`
    : html`<span class="photo-none" aria-hidden="true">${firstLetter(user)}</span>`;
}

function firstLetter(user: Row<"users">): string {
  return ([...user.display_name.trim()][0] ?? "?").toUpperCase();
}

function renderPassword({ user, asksPassword, noPassword }: AccountView): Raw {
  if (noPassword !== undefined) {
    return renderSection(
      "password",
      "Password",
      "You have none yet.",
      html`<p class="nothing">${noPassword}</p>`,
    );
  }
  const has = user.password_hash !== null;
  const text = has
    ? "Changing it signs you out everywhere else."
    : "You have none yet: you sign in by links. With one, you needn't wait for the mail.";
  return renderSection(
    "password",
    "Password",
    text,
    html`<form class="form" method="post" action="/account/password">
      ${whose(user)}
      <input
        class="visually-hidden"
        tabindex="-1"
        aria-hidden="true"
        autocomplete="username"
        readonly
        value="${user.email}"
      />
      ${asksPassword ? passwordField("current", "Current password", "current-password") : null}
      ${passwordField("password", "New password", "new-password", "8 characters or more. A few words of your own are best.")}
      <div class="form-end">
        <button class="button" name="do" value="set">${has ? "Change password" : "Set password"}</button>
      </div>
    </form>`,
  );
}

function renderFactors({ factors, part }: AccountView): Raw {
  const text = "Asked for after your password or a link, so that neither is enough for somebody else.";
  const has = factors !== undefined;
  return renderSection(
    "second-factor",
    "Second factor",
    text,
    part === undefined
      ? html`<p class="nothing">${factors ?? "You have none yet."}</p>
          <div class="form-end">
            <a class="button${has ? " button-secondary" : ""}" href="/account/second-factor"
              >${has ? "Change" : "Set up a second factor"}</a
            >
          </div>`
      : html`<p class="nothing">The single sign-on of ${part} asks for its own.</p>`,
  );
}

function passwordField(name: string, label: string, use: string, hint?: string): Raw {
  const isNew = use === "new-password";
  return html`<label class="entry"
    ><span>${label}</span
    ><input
      name="${name}"
      type="password"
      autocomplete="${use}"
      required
      maxlength="1024"
      ${attribute("minlength", isNew ? 8 : undefined)}${attribute("aria-describedby", hint ? `${name}-hint` : undefined)}
    />${hint ? html`<small class="hint-line" id="${name}-hint">${hint}</small>` : null}</label
  >`;
}

function renderSessions({ user, sessions, part, now }: AccountView): Raw {
  const others = sessions.filter(({ isThis }) => !isThis).length;
  return renderSection(
    "sessions",
    "Sessions",
    "Where you are signed in. One that is not used for two weeks ends by itself.",
    html`${part === undefined ? null : html`<p class="nothing">Those that the single sign-on of ${part} opened.</p>`}
      <ul class="entries">
        ${sessions.map((session) => renderSession(user, session, now))}
      </ul>
      ${
        others === 0
          ? null
          : html`<form class="form-end" method="post" action="/account/sessions/end">
              ${whose(user)}
              <button class="button button-secondary" name="do" value="end">
                ${part === undefined ? "Sign out everywhere else" : "Sign out of the others"}
              </button>
            </form>`
      }`,
  );
}

function renderSession(
  user: Row<"users">,
  { id, isThis, device, address, seenAt }: SessionView,
  now: number,
): Raw {
  return html`<li class="entry-row">
    <div>
      <strong>${device}</strong>
      <small
        >${isThis ? "This browser" : `Last used ${ago(seenAt, now)}`}${address ? ` · ${address}` : ""}</small
      >
    </div>
    ${
      isThis
        ? html`<span class="badge">Now</span>`
        : html`<form method="post" action="/account/sessions/${id}/end">
            ${whose(user)}
            <button class="button button-quiet" name="do" value="end" aria-label="Sign out ${device}">
              Sign out
            </button>
          </form>`
    }
  </li>`;
}

function renderMade({ made }: AccountView): Raw | null {
  if (made === undefined) return null;
  return html`<section class="made" data-copy-root aria-labelledby="made">
    <h2 id="made">Your new token &ldquo;${made.label}&rdquo;</h2>
    <p>Copy it now: it is not shown again.</p>
    <p class="made-row">
      <code tabindex="0">${made.secret}</code>
      <button class="button script-only" type="button" data-copy data-copied="Copied">Copy</button>
    </p>
  </section>`;
}

function renderTokens({ user, tokens, tokenCount, beyond, now }: AccountView): Raw {
  const list =
    tokens.length === 0
      ? html`<p class="nothing">You have no tokens. A program needs one to act for you.</p>`
      : html`<ul class="entries">
          ${tokens.map((token) => renderToken(user, token, now))}
        </ul>`;
  const more = tokenCount - tokens.length;
  return renderSection(
    "tokens",
    "API tokens",
    "Each has your rights, limited to what the session that created it can reach. A program sends it with its requests.",
    html`${beyond.map((text) => html`<p class="nothing">${text}</p>`)} ${list}
      ${more > 0 ? html`<p class="nothing">And ${more} more, which the API lists.</p>` : null}
      <form class="form form-row" method="post" action="/account/tokens">
        ${whose(user)}
        <label class="entry"
          ><span>What it is for</span
          ><input name="label" required maxlength="50" placeholder="Nightly import"
        /></label>
        <label class="entry"
          ><span>Works for</span
          ><select name="days">
            ${TOKEN_DAYS.map((days) => html`<option value="${days}">${lifetime(days)}</option>`)}
          </select></label
        >
        <button class="button" name="do" value="create">Create token</button>
      </form>`,
  );
}

function renderData({ user }: AccountView): Raw {
  return renderSection(
    "data",
    "Your data",
    "What is kept of you and what you have written, and the end of it.",
    html`<div class="form-end">
        <a class="button button-secondary" href="/account/data.json">Download what is yours</a>
      </div>
      <details class="leave">
        <summary>Delete your account</summary>
        <p class="nothing">
          You are out of all organizations at once. Your name, address, picture, tokens and sessions go.
          Pages, changes and comments that you wrote stay with the organizations, by a &ldquo;former
          member&rdquo;. Nothing brings the account back.
        </p>
        <form class="form form-row form-pair" method="post" action="/account/delete">
          ${whose(user)}
          <label class="entry"
            ><span>Your e-mail address, to be sure</span
            ><input name="email" type="email" required maxlength="320" autocomplete="off"
          /></label>
          <button class="button button-danger" name="do" value="delete">Delete my account</button>
        </form>
      </details>`,
  );
}

function lifetime(days: number): string {
  if (days === 0) return "as long as I keep it";
  return days === 365 ? "a year" : `${days} days`;
}

function renderToken(user: Row<"users">, token: Row<"tokens">, now: number): Raw {
  const used = token.last_used_at === null ? "Never used" : `Last used ${ago(token.last_used_at, now)}`;
  const isOver = token.expires_at !== null && token.expires_at <= now;
  const end =
    token.expires_at === null
      ? "doesn't expire"
      : `${isOver ? "expired" : "expires"} ${day(token.expires_at)}`;
  return html`<li class="entry-row">
    <div>
      <strong>${token.label}</strong>
      <small>${used} &middot; ${end}</small>
    </div>
    <form method="post" action="/account/tokens/${token.id}/revoke">
      ${whose(user)}
      <button class="button button-quiet" name="do" value="revoke" aria-label="Revoke ${token.label}">
        Revoke
      </button>
    </form>
  </li>`;
}

function day(at: number): string {
  return new Date(at).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });
}

const UNITS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
] as const;

/** How long ago, in words of one unit. */
function ago(at: number, now: number): string {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const [size, unit] = UNITS.find(([ms]) => now - at >= ms) ?? [1, undefined];
  return unit === undefined ? "just now" : words.format(-Math.floor((now - at) / size), unit);
}
