/** The page that asks for the second factor. */
import { attribute, html, type Raw } from "../../../design/html.ts";
import { type AccountAssets, type Message, renderDoor, renderMessage } from "./frame.ts";
import { passkeyScript } from "./passkey.ts";

interface StepView {
  readonly assets: AccountAssets;
  readonly email: string;
  readonly message: Message | undefined;
  /** Whether a code of an app or a recovery code is taken. */
  readonly takesCode: boolean;
  readonly hasApp: boolean;
  /** What a browser is asked to sign with a passkey; undefined: they have none that works here. */
  readonly passkey: object | undefined;
}

export function renderStep({ assets, email, message, takesCode, hasApp, passkey }: StepView): string {
  const isWrong = message !== undefined;
  return renderDoor(
    assets,
    "Second factor",
    html`${renderMessage(message)}
      <p class="door-text">
        You are signing in as <strong>${email}</strong>. One thing more shows that it is you.
      </p>
      ${passkey === undefined ? null : renderPasskey(assets, passkey)}
      ${passkey === undefined || !takesCode ? null : html`<p class="or"><span>or</span></p>`}
      ${takesCode ? renderCode({ hasApp, isWrong, isSecond: passkey !== undefined }) : null}
      <p class="door-note">Lost all of it? Whoever runs this installation can reset your second factor.</p>
      <p class="door-note"><a href="/sign-in">Sign in as somebody else</a></p>`,
  );
}

function renderPasskey(assets: AccountAssets, options: object): Raw {
  return html`<form
      class="form"
      method="post"
      action="/sign-in/factor"
      data-passkey="get"
      data-options="${JSON.stringify(options)}"
    >
      <input type="hidden" name="credential" />
      <button class="button script-only" name="by" value="passkey">Use a passkey</button>
      <p class="message message-problem" role="alert" data-problem hidden></p>
    </form>
    ${passkeyScript(assets)}`;
}

interface CodeView {
  readonly hasApp: boolean;
  readonly isWrong: boolean;
  /** Whether there is a passkey to use instead. */
  readonly isSecond: boolean;
}

function renderCode({ hasApp, isWrong, isSecond }: CodeView): Raw {
  return html`<form class="form" method="post" action="/sign-in/factor">
    <label class="entry"
      ><span>${hasApp ? "Code" : "Recovery code"}</span
      ><input
        name="code"
        class="code"
        required
        maxlength="40"
        autocomplete="one-time-code"
        autocapitalize="none"
        spellcheck="false"
        aria-describedby="code-hint"
        ${attribute("aria-invalid", isWrong ? "true" : undefined)}
        autofocus
      /><small class="hint-line" id="code-hint"
        >${
          hasApp
            ? "The six digits that your authenticator app shows, or one of your recovery codes."
            : "One of those that you were given when you set up your passkey."
        }</small
      ></label
    >
    <button class="button${isSecond ? " button-secondary" : ""}" name="by" value="code">Sign in</button>
  </form>`;
}
