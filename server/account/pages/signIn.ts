import type { Row } from "../../db/schema.ts";
import { attribute, html, type Raw } from "../../../design/html.ts";
import type { SignInProvider, SignInProviders } from "../providers.ts";
import { type AccountAssets, type Message, renderDoor, renderMessage, whose } from "./frame.ts";

interface SignInView {
  readonly assets: AccountAssets;
  readonly message?: Message | undefined;
  /** What was typed before. */
  readonly email?: string;
  /** The path that signing in leads to. */
  readonly next: string | undefined;
  readonly providers: SignInProviders;
  /** They are signed in already, and do it once more. */
  readonly isAgain?: boolean;
  /** Somebody else is signed in in this browser. */
  readonly another?: AnotherPerson | undefined;
  /** The organization that was named, by id or hostname. */
  readonly organization?: string | undefined;
  /** The title of the only organization here; where there are several, who they are is nobody's business. */
  readonly only?: string | undefined;
}

/** Who is signed in in a browser of which a tab is somebody else's. */
export interface AnotherPerson {
  readonly name: string;
  /** The id of the person whose tab it is. */
  readonly as: string;
}

/** The door: address and password, or a link by mail, or somebody else who vouches. */
export function renderSignIn({
  assets,
  message,
  email = "",
  next,
  providers,
  organization,
  only,
  isAgain = false,
  another,
}: SignInView): string {
  const isWrong = message?.kind === "problem";
  return renderDoor(
    assets,
    "Sign in",
    html`${renderMessage(message)} ${another === undefined ? null : renderAnother(another.name, next)}
      <form class="form" method="post" action="/sign-in">
        ${hidden("next", next)} ${hidden("org", organization)} ${hidden("as", another?.as)}
        <label class="entry"
          ><span>E-mail address</span
          ><input
            name="email"
            type="email"
            autocomplete="username"
            required
            maxlength="320"
            value="${email}"
            ${attribute("aria-invalid", isWrong ? "true" : undefined)}${attribute("aria-describedby", isWrong ? "message" : undefined)}${attribute("autofocus", email === "")}
        /></label>
        <label class="entry"
          ><span>Password</span
          ><input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            maxlength="1024"
            ${attribute("aria-invalid", isWrong ? "true" : undefined)}${attribute("aria-describedby", isWrong ? "message" : undefined)}${attribute("autofocus", email !== "")}
        /></label>
        <button class="button" name="by" value="password">Sign in</button>
        <p class="or"><span>or</span></p>
        <button
          class="button button-secondary"
          name="by"
          value="link"
          formaction="/sign-in/link"
          formnovalidate
        >
          E-mail me a link instead
        </button>
        ${providers.buttons.map(renderProvider)}
      </form>
      ${providers.asksOrganization ? renderWhichOrganization({ next, organization, isAgain, another }) : null}
      <p class="door-note">
        A link works without a password, and is the way back when you have forgotten yours.
      </p>`,
    only,
  );
}

/** Somebody else is signed in: whoever is here goes on as them, or signs in below. */
function renderAnother(name: string, next: string | undefined): Raw {
  return html`<p class="door-text" role="status">
      <bdi>${name}</bdi> is signed in in this browser now. Sign in as yourself below, or go on as
      <bdi>${name}</bdi>.
    </p>
    <p class="door-actions">
      <a class="button button-secondary" href="${next ?? "/"}">Go on as <bdi>${name}</bdi></a>
    </p>`;
}

function renderProvider({ title, href }: SignInProvider): Raw {
  return html`<a class="button button-secondary" href="${href}">Continue with ${title}</a>`;
}

function renderWhichOrganization({
  next,
  organization: named,
  isAgain = false,
  another,
}: Pick<SignInView, "next" | "organization" | "isAgain" | "another">): Raw {
  const isUnknown = named !== undefined;
  return html`<form class="form" method="get" action="/sign-in">
    ${hidden("next", next)} ${hidden("again", isAgain ? "1" : undefined)} ${hidden("as", another?.as)}
    <p class="or"><span>or by single sign-on</span></p>
    <label class="entry"
      ><span>Your organization</span
      ><input
        name="org"
        required
        maxlength="128"
        autocomplete="organization"
        autocapitalize="none"
        value="${named ?? ""}"
        placeholder="acme"
        ${attribute("aria-invalid", isUnknown ? "true" : undefined)}
        aria-describedby="org-hint"
      /><small class="hint-line" id="org-hint" ${attribute("role", isUnknown ? "alert" : undefined)}
        >${
          isUnknown
            ? "No single sign-on is set up under this name."
            : "Its name in the addresses of its sites."
        }</small
      ></label
    >
    <button class="button button-secondary">Continue with single sign-on</button>
  </form>`;
}

const WITHOUT_MAIL = html`<p class="door-note">
  This installation has no mail server yet. Its operator finds the e-mail in the server's log, or makes a link
  with
  <code>lectern user link</code>.
</p>`;

/** After asking for a link: the same words whether anybody has the address. */
export function renderEmailSent(assets: AccountAssets, email: string, delivers: boolean): string {
  const where = delivers
    ? html`<p class="door-note">If it doesn't arrive within a minute or two, check your spam folder.</p>`
    : WITHOUT_MAIL;
  return renderDoor(
    assets,
    "Check your e-mail",
    html`<p class="door-text">
        If somebody here has the address <strong>${email}</strong>, an e-mail with a link is on its way. It
        works once, within 15 minutes.
      </p>
      ${where}
      <p class="door-actions"><a class="button button-secondary" href="/sign-in">Back to signing in</a></p>`,
  );
}

/** What a one-time link opens that was used or is too old, to somebody who may be signed in already. */
export function renderUselessLink(
  assets: AccountAssets,
  { email, mailDelivers }: { readonly email: string | undefined; readonly mailDelivers: boolean },
): string {
  const [title, href] = email === undefined ? ["Go to sign-in", "/sign-in"] : ["Go to Lectern", "/"];
  return renderDoor(
    assets,
    "This link doesn't work any more",
    html`<p class="door-text">
        It was used already, or its time is over.
        ${
          email === undefined
            ? "Have another one sent."
            : html`You are signed in as <strong>${email}</strong> and don't need it.`
        }
      </p>
      ${email === undefined && !mailDelivers ? WITHOUT_MAIL : ""}
      <p class="door-actions"><a class="button" href="${href}">${title}</a></p>`,
  );
}

/** What a one-time link opens: looking at it signs nobody in, as mail programs look at links as well. */
export function renderLink(
  assets: AccountAssets,
  { email, action }: { readonly email: string; readonly action: string },
): string {
  return renderDoor(
    assets,
    "Sign in",
    html`<p class="door-text">You are about to sign in as <strong>${email}</strong>.</p>
      <form class="form" method="post" action="${action}">
        <button class="button" name="by" value="link" autofocus>Sign in</button>
      </form>
      <p class="door-note">The link works only once.</p>`,
  );
}

/** A page that says something and leads on. */
export function renderNote(
  assets: AccountAssets,
  {
    title,
    text,
    action,
  }: { readonly title: string; readonly text: string; readonly action: { title: string; href: string } },
): string {
  return renderDoor(
    assets,
    title,
    html`<p class="door-text">${text}</p>
      <p class="door-actions"><a class="button" href="${action.href}">${action.title}</a></p>`,
  );
}

/** Joining an organization by an invite link. */
export function renderJoin(
  assets: AccountAssets,
  {
    organization,
    user,
    action,
    message,
  }: { organization: string; user: Row<"users">; action: string; message?: Message },
): string {
  return renderDoor(
    assets,
    `Join ${organization}`,
    html`${renderMessage(message)}
      <p class="door-text">You are signed in as <strong>${user.email}</strong>.</p>
      <form class="form" method="post" action="${action}">
        ${whose(user)}
        <button class="button" name="do" value="join" autofocus>Join</button>
      </form>
      <p class="door-note"><a href="/account">Not you? Sign out on your account page first.</a></p>`,
  );
}

function hidden(name: string, value: string | undefined): Raw | null {
  return value === undefined ? null : html`<input type="hidden" name="${name}" value="${value}" />`;
}
