/**
 * The template: a program for the typesetter that draws the values of data.json. It is fixed; nothing that anybody wrote
 * becomes a part of it, and it reads no other file but pictures that were put beside it.
 */
import { BLOCKS } from "./templateBlocks.ts";
import { MATH } from "./templateMath.ts";

const STYLE = String.raw`
#let data = json("data.json")
#let ink = rgb("#1b1f24")
#let soft = rgb("#5f6670")
#let rule = rgb("#d5d9df")
#let wash = rgb("#f5f6f8")
#let accent = rgb("#1f5a96")
#let mono = ("DejaVu Sans Mono", "Noto Naskh Arabic", "Noto Sans Mono CJK SC", "Noto Sans SC", "Noto Sans CJK SC", "Noto Emoji")
#let serif = ("Libertinus Serif", "Noto Naskh Arabic", "Noto Serif SC", "Noto Serif CJK SC", "Noto Sans SC", "Noto Sans CJK SC", "Noto Emoji", "Noto Color Emoji", "DejaVu Sans")
#let token-ink = (
  comment: rgb("#6a737d"), keyword: rgb("#a3266a"), string: rgb("#1d6b35"), number: rgb("#0b5fa5"),
  function: rgb("#5b3aa8"), type: rgb("#8a4b08"), variable: rgb("#7a3e00"), constant: rgb("#0b5fa5"),
  punctuation: rgb("#4b535d"), tag: rgb("#1d6b35"), attr: rgb("#5b3aa8"), regexp: rgb("#a33b12"),
  heading: rgb("#0b5fa5"), inserted: rgb("#1d6b35"), deleted: rgb("#b02a2a"),
)

// There is one weight of the letters of East Asia: a line around them makes them as heavy as the others.
#let east-asian = regex("[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー]+")
#let heavy(body) = if data.isEastAsian {
  show east-asian: it => context text(stroke: 0.024em + text.fill, it)
  body
} else { body }

#set document(title: data.title, author: if data.organization == "" { () } else { (data.organization,) }, date: none)
// Lines are as high in whatever letters: otherwise those beside each other, as a number and its item, would not be level.
#set text(font: serif, size: 10.5pt, fill: ink, top-edge: 0.66em, lang: data.lang, fallback: true, hyphenate: false)
#set par(leading: 0.68em, spacing: 1.05em, justify: false)
#set list(indent: 0.4em, body-indent: 0.7em, marker: (text(fill: soft)[•], text(fill: soft)[–], text(fill: soft)[·]))
#set enum(indent: 0.2em, body-indent: 0.6em)
#set footnote.entry(separator: line(length: 22%, stroke: 0.5pt + rule), gap: 0.45em)
#show footnote.entry: set text(size: 8pt, fill: soft)
#show footnote.entry: set par(leading: 0.5em)
#show strong: heavy
#show math.equation: set text(font: "New Computer Modern Math")

// What margins say. They name no more of the data than this: whatever a context names is gone through each time it is
// made, and a whole document takes long.
#let book-title = data.title
#let organization = data.organization
// As the number of the sheet and without a context, since the typesetter keeps what all sheets find out with the same one
// in one list, which it goes through for each.
#let foot(sheet, ..) = {
  set text(size: 8.5pt, fill: soft, number-type: "lining")
  set align(start)
  grid(columns: (1fr, auto), organization, str(sheet))
}
#set page(
  paper: data.paper,
  margin: (x: 2.5cm, top: 2.7cm, bottom: 2.5cm),
  header-ascent: 38%,
  header: none,
  numbering: foot,
)
`;

const DOCUMENT = String.raw`
#show heading: it => {
  let sizes = (21pt, 17pt, 14.5pt, 13pt, 12pt, 11pt, 10.5pt, 10.5pt)
  let size = sizes.at(calc.min(it.level, 8) - 1)
  let (above, below) = if it.outlined { (2.2em, 0.9em) } else { (1.55em, 0.8em) }
  block(sticky: true, above: above, below: below, width: 100%,
    text(size: size, weight: "bold", hyphenate: false, heavy(it.body)))
}

// Whether the document is set in parts, and this is what comes before its pages, or some of them.
#let is-front = data.part != none and "entries" in data.part
#let is-inner = data.part != none and not is-front

#let page-head(page) = {
  let level = calc.min(page.depth + 1, 4)
  let title = if page.title == "" { "—" } else { page.title }
  let shown = if page.isGroup and page.depth == 0 { text(fill: accent, title) } else { title }
  directed(page, [#heading(level: level, outlined: true, bookmarked: not is-inner, shown)#label(page.label)])
  let about = page.at("description", default: "")
  if about != "" { block(width: 100%, sticky: true, above: 0.7em, below: 1.3em, directed(page, text(size: 11.5pt, fill: soft, about))) }
}

#let cover() = page(header: none, numbering: none, margin: (x: 2.5cm, y: 2.5cm), {
  v(1fr)
  line(length: 3.2cm, stroke: 2.4pt + accent)
  v(0.9em)
  block(width: 88%, directed(data, text(size: 34pt, weight: "bold", hyphenate: false, par(leading: 0.4em, heavy(data.title)))))
  if data.subtitle != "" { v(0.5em); text(size: 14pt, fill: soft, data.subtitle) }
  v(2.2fr)
  set text(size: 10.5pt, fill: soft)
  grid(columns: (1fr, auto), data.organization, data.date)
})

#let contents-row(level, title, sheet, target) = block(
  above: if level == 1 { 1.25em } else { 0.62em }, below: 0.62em, inset: beginning(1.3em * (level - 1)),
  link(target, {
    text(weight: if level == 1 { "bold" } else { "regular" }, if level == 1 { heavy(title) } else { title })
    h(0.6em)
    box(width: 1fr, align(end, text(fill: rule, repeat(gap: 0.35em)[.])))
    // As wide for every number: which sheets there are is known after the contents are.
    box(width: 2.2em, align(end, text(fill: soft, number-type: "lining", str(sheet))))
  }))

#let contents() = {
  block(below: 1.6em, text(size: 21pt, weight: "bold", heavy(data.words.contents)))
  if is-front {
    for entry in data.part.entries { contents-row(entry.depth + 1, entry.title, entry.sheet, entry.to) }
  } else {
    context for it in query(heading.where(outlined: true)).filter(it => it.level <= 3) {
      contents-row(it.level, it.body, it.location().page(), it.location())
    }
  }
}

#let running-head(title, name) = context {
  // A chapter's first sheet says its title itself.
  if name == none or here().page() > locate(label(name)).page() {
    set text(size: 8.5pt, fill: soft)
    grid(columns: (auto, 1fr), column-gutter: 1.5em, book-title, align(end, title))
    v(-0.55em)
    line(length: 100%, stroke: 0.4pt + rule)
  }
}

// Where everything stands that a link of another part may lead to.
#let places() = context {
  let placed = data.labels.keys().map(name => {
    let found = query(label(name))
    if found.len() > 0 { (name, found.first().location().position()) }
  }).filter(one => one != none)
  [#metadata(placed.map(((name, at)) => (name, at.page, at.x.pt(), at.y.pt())))<places>]
}

#if data.isBook and not is-inner {
  cover()
  if data.pages.len() > 0 or is-front { contents() }
}
#let chapters = ()
#for page in data.pages {
  if page.breaks or chapters.len() == 0 { chapters.push((page,)) } else { chapters.last().push(page) }
}
#for (at, pages) in chapters.enumerate() {
  let goes-on = if at == 0 and is-inner { data.part.chapter }
  let chapter = {
    if at == 0 and is-inner { counter(page).update(data.part.first) }
    for page in pages {
      page-head(page)
      draw-all(page.body)
    }
    if is-inner and at == chapters.len() - 1 { places() }
  }
  let head = if goes-on == none { running-head(pages.first().title, pages.first().label) } else { running-head(goes-on, none) }
  if data.isBook { page(header: head, chapter) } else { chapter }
}
`;

/** The whole template. */
export const TEMPLATE = [STYLE, MATH, BLOCKS, DOCUMENT].join("\n");
