/** Everything that stands within a line. */
import type { Annotation, Button, Image, Inline, Link, Mark } from "../document.ts";
import { type Color, COLORS } from "./classes.ts";
import { type Child, h, type SafeHtml, join } from "./element.ts";
import { emojiOf } from "./emoji.ts";
import { renderIcon } from "./icons.ts";
import { renderMath } from "./math.ts";
import type { LineState, PageHtml } from "./page.ts";
import { readText } from "./text.ts";
import { RawHtml } from "./sanitize.ts";
import { imageAttributes, resolveImage, resolveTarget, targetAttributes } from "./targets.ts";
import { colorName } from "./colors.ts";
import { safeUrl } from "./url.ts";
import { fill } from "./words.ts";

const SPAN_TAGS = {
  emphasis: "em",
  strong: "strong",
  strikethrough: "s",
  underline: "u",
  kbd: "kbd",
  sub: "sub",
  sup: "sup",
} as const;

/** Renders inline nodes; raw tags among them are balanced together. */
export function renderInlines(page: PageHtml, inlines: readonly Inline[], state: LineState): SafeHtml {
  if (!inlines.some((inline) => inline.type === "html")) {
    return join(inlines.map((inline) => renderInline(page, inline, state)));
  }
  const raw = new RawHtml("line", page.rawTargets);
  for (const inline of inlines) {
    if (inline.type === "html") raw.raw(inline.raw);
    else raw.finished(join([renderInline(page, inline, state)]));
  }
  return raw.finish();
}

function renderInline(page: PageHtml, inline: Inline, state: LineState): Child {
  switch (inline.type) {
    case "text":
      return inline.text;
    case "code":
      return h("code", {}, state.inCell === true ? breakable(inline.text) : inline.text);
    case "break":
      return inline.hard ? [h("br", {}), "\n"] : "\n";
    case "emoji":
      return emojiOf(inline.name) ?? `:${inline.name}:`;
    case "icon":
      return renderIcon(inline.name);
    case "math":
      page.uses.math = true;
      return renderMath(inline.text, false, page.context.typeset);
    case "expression":
      return h("span", { class: "expression" }, String(page.evaluate(inline.expression, "value") ?? ""));
    case "mark":
      return renderMark(page, inline, state);
    case "link":
      return renderLink(page, inline, state);
    case "image":
      return renderInlineImage(page, inline);
    case "button":
      return renderButton(page, inline, state);
    case "footnoteRef":
      return renderReference(page, inline.label, state);
    case "annotation":
      return renderAnnotation(page, inline, state);
    case "html":
      return undefined;
    default:
      return h(SPAN_TAGS[inline.type], {}, page.inlines(inline.children, state));
  }
}

/** Shorter code stays in one piece, in characters. */
const SHORTEST_BROKEN = 16;
/** Fewer characters don't stand alone on a line. */
const SHORTEST_PIECE = 4;
/** After what joins the parts of a name or an address, and before a capital within a word. */
const JOINT = /(?<=[._\-/:,;=&|?@([{<])(?![._\-/:,;=&|?@([{<])|(?<=[a-z\d])(?=[A-Z])/;

/** Code that may go on in the next line where its parts are joined, and nowhere else. */
function breakable(text: string): Child {
  if (text.length <= SHORTEST_BROKEN) return text;
  const pieces: string[] = [];
  for (const part of text.split(JOINT)) {
    const last = pieces.at(-1);
    if (last === undefined || (last.length >= SHORTEST_PIECE && part.length > 1)) pieces.push(part);
    else pieces[pieces.length - 1] = last + part;
  }
  return pieces.map((piece, place) => [place > 0 && h("wbr", {}), piece]);
}

function renderMark(page: PageHtml, mark: Mark, state: LineState): SafeHtml {
  const classes = ["mark", colored("mark-text", mark.color), colored("mark-back", mark.background)];
  return h("mark", { class: classes.filter(Boolean).join(" ") }, page.inlines(mark.children, state));
}

function colored(prefix: string, written: string | undefined): string | undefined {
  const color: Color | undefined = written === undefined ? undefined : colorName(written);
  return color === undefined || !COLORS.includes(color) ? undefined : `${prefix}-${color}`;
}

function renderLink(page: PageHtml, link: Link, state: LineState): Child {
  if (state.inLink) return page.inlines(link.children, state);
  const target = resolveTarget(page.context, link.url);
  const mention = link.mention && target.title !== undefined;
  const content = mention ? mentionContent(target) : page.inlines(link.children, { ...state, inLink: true });
  // An address standing for itself whose scheme leads nowhere from here (ftp:) is text that says where to go.
  if (link.destination?.syntax === "auto" && safeUrl(link.url, "link") === undefined) return content;
  if (target.href === undefined) return h("span", { class: "broken", title: page.words.broken }, content);
  const plain = targetAttributes(target);
  const title = link.mention ? undefined : link.title;
  return h("a", { ...plain, class: mention ? `${plain["class"]} mention` : plain["class"], title }, content);
}

function mentionContent(target: { title?: string; icon?: string; emoji?: string }): Child {
  const sign = target.emoji ?? (target.icon === undefined ? undefined : renderIcon(target.icon));
  return [
    sign !== undefined && h("span", { class: "mention-icon", "aria-hidden": "true" }, sign),
    target.title,
  ];
}

function renderInlineImage(page: PageHtml, image: Image): Child {
  const classes = image.size === "line" ? "inline-image inline-image-line" : "inline-image";
  const light = resolveImage(page.context, image.src);
  if (light === undefined) return h("span", { class: "broken", title: page.words.broken }, image.alt);
  const dark = image.dark === undefined ? undefined : resolveImage(page.context, image.dark.url);
  const common = { alt: image.alt, title: image.title };
  const classOf = (theme: string) => (dark === undefined ? classes : `${classes} ${theme}`);
  return [
    h("img", { class: classOf("light-only"), ...imageAttributes(light, image), ...common }),
    dark !== undefined &&
      h("img", { class: classOf("dark-only"), ...imageAttributes(dark, image), ...common }),
  ];
}

function renderButton(page: PageHtml, button: Button, state: LineState): Child {
  const content = [
    button.icon !== undefined && renderIcon(button.icon),
    page.inlines(button.children, { inLink: true }),
  ];
  const look = `button button-${button.style}`;
  if (state.inLink) return content;
  if (button.action === "ask" || button.action === "search") {
    page.uses.actions = true;
    const query = button.query ?? readText(page, button.children);
    return h(
      "button",
      { type: "button", class: look, "data-action": button.action, "data-query": query },
      content,
    );
  }
  const target = resolveTarget(page.context, button.url ?? "");
  if (target.href === undefined)
    return h("span", { class: `${look} broken`, title: page.words.broken }, content);
  return h("a", { class: look, href: target.href, rel: target.external && "noopener" }, content);
}

function renderAnnotation(page: PageHtml, annotation: Annotation, state: LineState): Child {
  return [page.inlines(annotation.children, state), renderReference(page, annotation.label, state)];
}

function renderReference(page: PageHtml, label: string, state: LineState): Child {
  const citation = page.cite(label);
  if (citation === undefined) return `[^${label}]`;
  const { number } = citation;
  if (state.inLink) return h("sup", { class: "footnote-ref" }, number);
  const id = page.claimId(`user-content-fnref-${number}`);
  citation.references.push(id);
  const name = fill(page.words.footnote, { number });
  const link = h("a", { href: `#${citation.id}`, role: "doc-noteref", "aria-label": name }, number);
  return h("sup", { class: "footnote-ref", id }, link);
}
