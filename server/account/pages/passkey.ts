import { html, type Raw } from "../../../design/html.ts";
import type { AccountAssets } from "./frame.ts";

/** What has a browser make a passkey or sign with one, in the forms of the page that say so. */
export function passkeyScript(assets: AccountAssets): Raw {
  return html`<script type="module" src="${assets.passkeys}"></script>`;
}
