import { html } from "../../../design/html.ts";
import { type AccountAssets, renderDoor } from "./frame.ts";

interface GitAppView {
  readonly organization: string;
  /** Apps that it has, and where they are installed. */
  readonly made: readonly { readonly name: string; readonly href: string }[];
  /** Where GitHub is asked, and what. */
  readonly action: string;
  readonly manifest: string;
  /** The organization of GitHub that shall have the App; "": whoever is signed in there. */
  readonly account: string;
  /** What this page was opened with, for asking again with another account. */
  readonly asked: Readonly<Record<string, string>>;
}

/** One press, and GitHub asks whether to make the App. */
export function renderGitApp(
  assets: AccountAssets,
  { organization, made, action, manifest, account, asked }: GitAppView,
): string {
  const of = account === "" ? "your own account" : account;
  return renderDoor(
    assets,
    "Create a GitHub App",
    html`<p class="door-text">
        GitHub makes an App for ${organization} that reads and writes the repositories you choose, and tells
        Lectern of pushes. It belongs to ${of}, and nobody else can install it.
      </p>
      <p class="door-place">${new URL(action).host}</p>
      ${made.map(
        ({ name, href }) =>
          html`<p class="door-actions">
            <a class="button" href="${href}">Install ${name}, which is there</a>
          </p>`,
      )}
      <form class="form" method="post" action="${action}">
        <input type="hidden" name="manifest" value="${manifest}" />
        <button class="button">Continue on ${new URL(action).host}</button>
      </form>
      <p class="or"><span>or</span></p>
      <form class="form" method="get" action="/git/apps/new">
        ${Object.entries(asked).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <label class="entry"
          ><span>An organization of yours on GitHub</span
          ><input name="account" maxlength="100" value="${account}" autocomplete="off" required
        /></label>
        <button class="button button-secondary">Make it for this organization</button>
      </form>`,
  );
}
