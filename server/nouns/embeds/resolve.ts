/** What an address is where it is embedded: a frame of a provider that is known, a link for all others. */
import { findEmbed } from "../../../engine/markdown/html/embeds.ts";
import { frameHtml } from "../../../engine/markdown/html/references.ts";
import type { Deps } from "../../deps.ts";
import { Beside } from "../../memory/beside.ts";
import { type Kept, openKept } from "../../memory/kept.ts";
import type { OutboundFetch } from "../../ports/fetch.ts";
import { OutboundError } from "../../ports/outbound-error.ts";

/** Where providers tell what something is called, by their names. Nobody else is asked. */
const TITLES: Readonly<Record<string, string>> = {
  YouTube: "https://www.youtube.com/oembed?format=json&url=",
  Vimeo: "https://vimeo.com/api/oembed.json?url=",
  Loom: "https://www.loom.com/v1/oembed?url=",
  CodePen: "https://codepen.io/api/oembed?format=json&url=",
  CodeSandbox: "https://codesandbox.io/oembed?url=",
  Figma: "https://www.figma.com/api/oembed?url=",
  Spotify: "https://open.spotify.com/oembed?url=",
  SoundCloud: "https://soundcloud.com/oembed?format=json&url=",
  Wistia: "https://fast.wistia.com/oembed?url=",
};
const LONGEST_TITLE = 200;
const LARGEST_ANSWER = 64 * 1024;
/** Milliseconds. */
const DAY = 24 * 60 * 60_000;
const PATIENCE = 3000;

const kept = new Beside<Kept<string>, OutboundFetch>();
const openTitles = (): Kept<string> =>
  openKept("embed_titles", { bytesOf: (title) => title.length * 2, endsAfter: DAY });

export async function resolveEmbed({ fetch, log }: Pick<Deps, "fetch" | "log">, address: string) {
  const url = new URL(address);
  const frame = findEmbed(address);
  if (frame === undefined) {
    const site = url.host;
    return { type: "link" as const, title: site + (url.pathname === "/" ? "" : url.pathname), site };
  }
  const { provider } = frame;
  const titles = kept.make(fetch, openTitles);
  const title = await titles.make(frame.src, async () => {
    const found = await titleAt(fetch, provider, address).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      log.info({ provider, code: error.code }, "a provider did not tell the title of an embed");
      return undefined;
    });
    return found ?? provider;
  });
  return { type: "rich" as const, title, site: provider, html: String(frameHtml(frame, title)) };
}

/** The title that a provider gives; undefined where it gives none. Nothing else of its answer is believed. */
async function titleAt(fetch: OutboundFetch, provider: string, address: string): Promise<string | undefined> {
  const endpoint = TITLES[provider];
  if (endpoint === undefined) return undefined;
  const { status, body } = await fetch.fetch(endpoint + encodeURIComponent(address), {
    headers: { accept: "application/json" },
    maxBytes: LARGEST_ANSWER,
    maxDecodedBytes: LARGEST_ANSWER,
    timeout: PATIENCE,
  });
  if (status !== 200) return undefined;
  const title = titleOf(Buffer.from(body).toString());
  return title === undefined || title === "" ? undefined : [...title].slice(0, LONGEST_TITLE).join("");
}

function titleOf(text: string): string | undefined {
  try {
    const said = JSON.parse(text) as { readonly title?: unknown } | null;
    return typeof said?.title === "string" ? said.title.trim() : undefined;
  } catch {
    return undefined;
  }
}
