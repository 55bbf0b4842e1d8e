/** The page that the console is opened with: it has no content, so at one address it is the same for everybody. */
import { renderDocument } from "../../design/document.ts";
import { html } from "../../design/html.ts";
import type { Addresses } from "../deps.ts";
import type { Assets } from "../pages/assets.ts";

/** The page. Its script draws everything. @param ahead more scripts that come with it: what its address shows takes them */
export function renderShell(assets: Assets, ahead: readonly string[] = []): string {
  const { script, style, editor, needed, asking } = assets.console;
  return renderDocument({
    locale: "en",
    title: "Lectern",
    siteTitle: "Lectern",
    assets: { ...assets.hrefs(), first: asking, script, style },
    robots: "noindex",
    head: html`${[...needed, ...ahead].map((href) => html`<link rel="modulepreload" href="${href}" />`)}
      <link id="editor-style" rel="stylesheet" href="${editor}" media="not all" />`,
    body: html`<div id="console">
      <noscript
        ><p>The console takes JavaScript. Your account is at <a href="/account">/account</a>.</p></noscript
      >
    </div>`,
  });
}

/**
 * What the page may do: run our files, ask our origin, show pictures and frames of it and of the sites' origin. No text becomes
 * markup or code but by the one policy of the editor's clipboard.
 */
export function consolePolicy(addresses: Pick<Addresses, "sites" | "sitesDomain">): string {
  const sites = sitesOrigin(addresses);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${sites} data: blob:`,
    `media-src ${sites}`,
    "font-src 'self'",
    "connect-src 'self'",
    // Diagrams are drawn in a frame of ours that is in a sandbox.
    `frame-src 'self' ${sites}`,
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types ProseMirrorClipboard",
  ].join("; ");
}

/** Where sites are; with a domain of theirs, each organization has a host below it. */
function sitesOrigin({ sites, sitesDomain }: Pick<Addresses, "sites" | "sitesDomain">): string {
  const { origin, protocol, port } = new URL(sites);
  if (sitesDomain === undefined) return origin;
  return `${protocol}//*.${sitesDomain}${port === "" ? "" : `:${port}`}`;
}
