/** Blocks that stand for something elsewhere: frames, link cards, files, included content. */
import type { ContentRef, Embed, FileBlock, Include } from "../document.ts";
import { type Child, h, type SafeHtml, NOTHING } from "./element.ts";
import { findEmbed, type EmbedFrame as Frame } from "./embeds.ts";
import { renderIcon } from "./icons.ts";
import { formatSize } from "./locale.ts";
import type { PageHtml } from "./page.ts";
import { resolveTarget, type HrefTarget } from "./targets.ts";
import { readText } from "./text.ts";
import { fill } from "./words.ts";

const SANDBOX =
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation";

/** Renders a frame for a known provider, a link card for all others. */
export function renderEmbed(page: PageHtml, embed: Embed): SafeHtml {
  const words = readText(page, embed.caption);
  const frame = findEmbed(embed.url);
  if (frame === undefined) {
    const title = words === "" ? shortAddress(embed.url) : words;
    return h(
      "figure",
      { class: "embed" },
      linkCard(page, resolveTarget(page.context, embed.url), title, hostOf(embed.url)),
    );
  }
  page.frames.add(new URL(frame.src).origin);
  const caption = words !== "" && h("figcaption", { class: "caption" }, page.inlines(embed.caption));
  return h("figure", { class: "embed" }, renderFrame(page, frame, words), caption);
}

function renderFrame(page: PageHtml, frame: Frame, words: string): SafeHtml {
  return frameHtml(frame, words === "" ? fill(page.words.embedFrom, { name: frame.provider }) : words);
}

/** The frame of a known provider, which can do no more than show itself. */
export function frameHtml(frame: Frame, title: string): SafeHtml {
  return h("iframe", {
    class: `embed-frame embed-${frame.shape}`,
    src: frame.src,
    title,
    loading: "lazy",
    sandbox: SANDBOX,
    allow: "fullscreen; picture-in-picture; encrypted-media",
    allowfullscreen: true,
    referrerpolicy: "strict-origin-when-cross-origin",
  });
}

/** Renders a reference to a page as a card with its title. */
export function renderContentRef(page: PageHtml, reference: ContentRef): SafeHtml {
  const target = resolveTarget(page.context, reference.url);
  const written = readText(page, reference.children);
  return linkCard(
    page,
    target,
    target.title ?? (written === "" ? reference.url : written),
    target.description,
  );
}

function linkCard(
  page: PageHtml,
  target: HrefTarget,
  title: string,
  description: string | undefined,
): SafeHtml {
  const sign =
    target.emoji ??
    renderIcon(target.icon ?? (target.external ? "arrow-up-right-from-square" : "file-lines"));
  const content = cardContent(sign, title, description);
  if (target.href === undefined) return h("span", { class: "ref broken", title: page.words.broken }, content);
  return h("a", { class: "ref", href: target.href, rel: target.external && "noopener" }, content);
}

function cardContent(sign: Child, title: string, description: string | undefined): Child {
  return [
    h("span", { class: "ref-icon", "aria-hidden": "true" }, sign),
    h(
      "span",
      { class: "ref-text" },
      h("span", { class: "ref-title" }, title),
      description !== undefined && description !== "" && h("span", { class: "ref-description" }, description),
    ),
  ];
}

/** Renders a file to download: name, type, size. */
export function renderFile(page: PageHtml, block: FileBlock): SafeHtml {
  const file = page.context.resolveFile?.(block.src);
  const caption =
    block.caption.length > 0 && h("figcaption", { class: "caption" }, page.inlines(block.caption));
  const name = file?.name ?? lastPart(block.src);
  if (file === undefined) {
    const target = { ...resolveTarget(page.context, block.src), icon: "download" };
    const known = page.context.resolveFile === undefined || target.external;
    const { href: _left, ...nowhere } = target;
    return h("figure", { class: "file" }, linkCard(page, known ? target : nowhere, name, undefined), caption);
  }
  const about = [typeOf(file.name, file.contentType), formatSize(file.size, page.locale)].join(" · ");
  const card = h(
    "a",
    { class: "ref", href: file.href, download: file.name },
    cardContent(renderIcon("download"), name, about),
  );
  return h("figure", { class: "file" }, card, caption);
}

/** Renders included content in place; nothing when it is absent, or nested too deeply. */
export function renderInclude(page: PageHtml, include: Include): SafeHtml {
  const found = page.context.resolveInclude?.(include.path);
  if (found === undefined) return NOTHING;
  if (found === "unavailable") return h("p", { class: "unavailable" }, page.words.unavailable);
  const { document, context } = found;
  const rendered = page.include(() => {
    page.placeHeadings(document);
    page.collectFootnotes(document.children);
    return page.blocks(document.children);
  }, context);
  return rendered ?? NOTHING;
}

function typeOf(name: string, contentType: string): string {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1];
  return extension === undefined ? contentType : extension.toUpperCase();
}

function lastPart(address: string): string {
  return (
    address
      .split(/[?#]/, 1)[0]
      ?.split("/")
      .findLast((part) => part !== "") ?? address
  );
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}

function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
}
