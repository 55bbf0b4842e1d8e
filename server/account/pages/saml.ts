import type { RefusalKind } from "../../access/saml/refused.ts";
import { html } from "../../../design/html.ts";
import { type AccountAssets, renderDoor } from "./frame.ts";

interface RefusalView {
  readonly assets: AccountAssets;
  readonly kind: RefusalKind;
  /** What the sign-in button of the provider says, and where it leads; absent when there is no such provider. */
  readonly provider?: { readonly label: string; readonly href: string } | undefined;
  /** The organization whose members sign in there. */
  readonly organization?: string | undefined;
  /** For whoever set the provider up. */
  readonly reason?: string | undefined;
  readonly requestId: string;
}

interface Words {
  readonly title: string;
  readonly text: (who: string) => string;
  /** Whether beginning again may help; else the way leads to other ways in. */
  readonly again: boolean;
}

const WORDS: Readonly<Record<RefusalKind, Words>> = {
  expired: {
    title: "This sign-in is over",
    text: () => "It took too long, or its answer was used already. Begin again; it takes a moment.",
    again: true,
  },
  untrusted: {
    title: "The answer was refused",
    text: (who) =>
      `What your identity provider answered doesn't fit what ${who} has set up here. Show this page to an administrator.`,
    again: true,
  },
  "too-large": {
    title: "The answer is too large",
    text: (who) =>
      `Your identity provider says more about you than is read here. Show this page to an administrator of ${who}.`,
    again: false,
  },
  declined: {
    title: "Your identity provider said no",
    text: (who) =>
      `It didn't let you in, or doesn't know Lectern. Ask whoever looks after sign-in at ${who}.`,
    again: true,
  },
  unsolicited: {
    title: "One more step",
    text: () =>
      "You came from your identity provider's own page. So that nobody can sign you in behind your back, signing in begins here.",
    again: true,
  },
  "other-browser": {
    title: "This was begun in another browser",
    text: () =>
      "A sign-in ends in the browser in which it began, with cookies allowed. Begin again in this one.",
    again: true,
  },
  "no-provider": {
    title: "There is no such sign-in",
    text: () => "This way in was removed, or isn't set up yet. Check the address, or sign in another way.",
    again: false,
  },
  "not-linked": {
    title: "You have an account already",
    text: (who) =>
      `Sign in the way you did before. If you want to come in by single sign-on, ask an administrator of ${who} to make you an SSO member.`,
    again: false,
  },
  "not-invited": {
    title: "You are not a member yet",
    text: (who) =>
      `There is an account with your address, and it doesn't belong to ${who}. Ask an administrator to invite you with single sign-on.`,
    again: false,
  },
  removed: {
    title: "You are no longer a member",
    text: (who) => `You were removed from ${who}. Ask an administrator to invite you again.`,
    again: false,
  },
  disabled: {
    title: "Your account is disabled",
    text: (who) => `Ask an administrator of ${who} to enable it.`,
    again: false,
  },
  busy: {
    title: "Not so fast",
    text: () => "Many people sign in from your network just now. Wait a minute, then begin again.",
    again: true,
  },
};

/** Why a sign-in through an identity provider ended, and what to do about it. */
export function renderRefusal(view: RefusalView): string {
  const words = WORDS[view.kind];
  const action =
    words.again && view.provider !== undefined
      ? { title: `Continue with ${view.provider.label}`, href: view.provider.href }
      : { title: "Go to sign-in", href: "/sign-in" };
  return renderDoor(
    view.assets,
    words.title,
    html`<p class="door-text">${words.text(view.organization ?? "your organization")}</p>
      ${view.reason ? html`<p class="door-note"><strong>For the administrator:</strong> ${view.reason}</p>` : null}
      <p class="door-actions"><a class="button" href="${action.href}">${action.title}</a></p>
      <p class="door-note">Request ${view.requestId}</p>`,
  );
}
