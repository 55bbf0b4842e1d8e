import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { accentCss, DEFAULT_PRIMARY } from "../../../design/accent.ts";
import { ICON_FOLDER } from "../../../engine/markdown/html/icons.ts";
import { drawIcon } from "../../pages/icons.ts";
import type { AssetManifest } from "../../pages/buildAssets.ts";
import { renderEmptySite } from "../../site/render/emptySite.ts";
import { renderNotice } from "../../../design/notice.ts";
import { renderNotFound } from "../../site/render/not-found.ts";
import { renderBranch } from "../../../design/navigation.ts";
import { renderEmbed } from "../../site/render/embed.ts";
import { renderPage } from "../../site/render/page.ts";
import { renderSearch } from "../../site/render/search.ts";
import { wordsFor } from "../../../design/words.ts";
import type { AssetHrefs } from "../../../design/document.ts";
import type { NoticeView } from "../../../design/notice.ts";
import type { PageBodyView } from "../../site/render/view.ts";
import { sheetOf } from "../../../design/sheet.ts";
import * as fixtures from "./fixtures.ts";
import * as looks from "./looks.ts";
import { kitchenSink, samplePicture } from "./kitchen-sink.ts";

/** What published pages are served with; the preview proves that nothing needs more. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; font-src 'self'; connect-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const NOTICES: readonly NoticeView["kind"][] = [
  "unpublished",
  "unknown-site",
  "share-link",
  "sign-in",
  "no-login",
  "token",
  "fault",
];

/** Every template with sample content, by the name it has in the preview. */
export function previewPages(assets: AssetHrefs, sink: PageBodyView): ReadonlyMap<string, string> {
  return new Map([
    ["page", renderPage(fixtures.pageView(assets))],
    ["kitchen-sink", renderPage({ ...fixtures.pageView(assets), page: sink })],
    ["long", renderPage(fixtures.pageView(assets, 400))],
    ["sections", renderPage(fixtures.sectionedView(assets))],
    ["bold", renderPage(looks.boldView(assets))],
    ["contrast", renderPage(looks.contrastView(assets))],
    ["muted", renderPage(looks.mutedView(assets))],
    ["rtl", renderPage(fixtures.rightToLeftView(assets))],
    ["bare", renderPage(fixtures.bareView(assets))],
    ["embed", renderEmbed(fixtures.pageView(assets))],
    ["not-found", renderNotFound(fixtures.notFoundView(assets))],
    ["empty", renderEmptySite(fixtures.emptyView(assets))],
    ["search", renderSearch(fixtures.searchView(assets, "set"))],
    ["search-nothing", renderSearch(fixtures.searchView(assets, "nothing at all"))],
    ...NOTICES.map((kind) => [kind, renderNotice(fixtures.noticeView(assets, kind))] as const),
  ]);
}

interface Reply {
  readonly type: string;
  readonly body: string | Buffer;
}

async function answer(
  url: URL,
  outDir: string,
  pages: ReadonlyMap<string, string>,
): Promise<Reply | undefined> {
  const html = "text/html; charset=utf-8";
  const name = url.pathname.split("/").at(-1) ?? "";
  if (url.pathname === "/assets/site.css")
    return { type: "text/css", body: accentCss(url.searchParams.get("primary") ?? DEFAULT_PRIMARY) };
  const sheet = sheetOf(name);
  if (sheet !== undefined) return { type: "text/css", body: sheet };
  if (url.pathname.startsWith("/assets/")) {
    const type = name.endsWith(".css") ? "text/css" : "text/javascript";
    return { type, body: await readFile(path.join(outDir, path.basename(name))) };
  }
  if (url.pathname.startsWith(ICON_FOLDER)) {
    return { type: "image/svg+xml", body: (await drawIcon(name.replace(".svg", ""))) ?? "" };
  }
  if (url.pathname.startsWith("/files/") && name.endsWith(".svg")) {
    return { type: "image/svg+xml", body: samplePicture(name.startsWith("dark")) };
  }
  if (url.pathname.includes("/~/nav/")) {
    const children = ["One below", "Another below"].map((title) => fixtures.item(title));
    return { type: html, body: renderBranch(children, wordsFor("en")).text };
  }
  if (name === "search.json") {
    return {
      type: "application/json",
      body: JSON.stringify(fixtures.searchAnswer(url.searchParams.get("q") ?? "")),
    };
  }
  if (name.endsWith(".md")) return { type: "text/markdown; charset=utf-8", body: "# On your own machine\n" };
  const page = pages.get(name);
  return page === undefined ? undefined : { type: html, body: page };
}

function hrefs(manifest: AssetManifest): AssetHrefs {
  const at = (name: keyof AssetManifest): string => `/assets/${manifest[name].file}`;
  return { early: at("early"), script: at("script"), style: at("style"), accent: "/assets/site.css" };
}

export interface Preview {
  readonly origin: string;
  readonly names: readonly string[];
  readonly close: () => Promise<void>;
}

/** Serves every template on a free loopback port until closed. @param outDir what `buildAssets` has made */
export async function startPreview(outDir: string): Promise<Preview> {
  const manifest = JSON.parse(await readFile(path.join(outDir, "manifest.json"), "utf8")) as AssetManifest;
  const assets = hrefs(manifest);
  const pages = previewPages(assets, await kitchenSink());
  const server: Server = createServer((request, response) => {
    void answer(new URL(request.url ?? "/", "http://localhost"), outDir, pages)
      .catch(() => undefined)
      .then((reply) => {
        const headers = {
          "content-type": reply?.type ?? "text/html; charset=utf-8",
          "content-security-policy": POLICY,
        };
        response.writeHead(reply ? 200 : 404, headers).end(reply?.body ?? pages.get("not-found"));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    names: [...pages.keys()],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
