/** The part of the template that draws text and blocks: one branch a kind of thing. */
export const BLOCKS = String.raw`
#let hint-ink = (info: rgb("#1f5a96"), success: rgb("#1d6b35"), warning: rgb("#8a5a00"), danger: rgb("#a12626"))
#let hint-wash = (info: rgb("#eff5fb"), success: rgb("#eff8f1"), warning: rgb("#fdf6e7"), danger: rgb("#fcf0f0"))

#let from-the-right = data.lang in ("ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi")
// Something of the side on which lines begin.
#let beginning(what, ..others) = if from-the-right { (right: what, ..others.named()) } else { (left: what, ..others.named()) }
#let ending(what) = if from-the-right { (left: what) } else { (right: what) }

// Before what has a frame and may go on on the next sheet: a frame with nothing in it never stands at the foot of one.
#let some-room = 3.6em
#let room-for-some(above) = block(height: some-room, above: above, below: -some-room, breakable: false)

#let link-to(target, body) = {
  if target in data.labels { link(label(target), text(fill: accent, body)) } else { body }
}

#let chip(body, fill: wash, ink: ink) = box(fill: fill, stroke: 0.5pt + rule, radius: 2.5pt,
  inset: (x: 3pt), outset: (y: 2.4pt), text(size: 0.85em, fill: ink, body))

#let draw-row(row, numbered) = {
  let prefix = if numbered { text(fill: soft, row.n + "  ") } else { none }
  let mark = if "on" in row { text(fill: accent)[↪ ] } else { none }
  let line = row.t.map(((t, kind)) => {
    if kind in token-ink { text(fill: token-ink.at(kind), t) } else { [#t] }
  }).join()
  let whole = [#prefix#mark#line]
  if row.m { highlight(fill: rgb("#fff3bf"), top-edge: 0.85em, bottom-edge: -0.3em, whole) } else { whole }
}

#let draw-code(n) = room-for-some(1.1em) + block(width: 100%, stroke: 0.6pt + rule, radius: 3.5pt, clip: true, breakable: not n.whole, above: -some-room, below: 1.1em, {
  set text(font: mono, size: 8pt, hyphenate: false, ligatures: false, dir: ltr)
  set align(left)
  set par(leading: 0.62em, justify: false, spacing: 0pt)
  if n.title != "" or n.lang != "" {
    block(width: 100%, inset: (x: 9pt, y: 5.5pt), below: 0pt, sticky: true, fill: rgb("#eceef1"), {
      set text(font: serif, size: 8.5pt, fill: soft)
      grid(columns: (1fr, auto), text(weight: "bold", fill: ink, n.title), n.lang)
    })
  }
  let numbered = n.rows.len() > 0 and "n" in n.rows.first()
  block(width: 100%, fill: wash, inset: (x: 9pt, y: 8pt), above: 0pt, breakable: not n.whole,
    n.rows.map(row => draw-row(row, numbered)).join(linebreak()))
})

#let draw-picture(n, share: 0, most: 62%) = layout(size => {
  let room = size.width
  let width = if share > 0 { room * share / 100 } else { calc.min(n.width * 1pt, room) }
  let height = width * n.height / n.width
  let tallest = 520pt
  if height > tallest { width = width * (tallest / height) }
  image(n.file, width: width, alt: n.at("alt", default: none))
})

// What has a direction of its own is written that way, whatever the document is in.
#let directed(n, body) = {
  let turned = n.at("dir", default: "ltr") == "rtl"
  if turned == from-the-right { body } else { set text(dir: if turned { rtl } else { ltr }); body }
}

#let draw(n) = {
  if type(n) == str { return n }
  let k = n.k
  let all = () => [#n.c.map(draw).join()]
  if k == "p" { directed(n, par(all())) }
  else if k == "b" { strong(all()) }
  else if k == "i" { emph(all()) }
  else if k == "code" {
    let written = text(font: mono, size: 0.82em, dir: ltr, n.t)
    // A box stays in one line: only what is short has one.
    if n.t.len() < 24 { box(fill: wash, radius: 2pt, inset: (x: 2pt), outset: (y: 2pt), written) }
    else { highlight(fill: wash, extent: 1.5pt, radius: 2pt, written) }
  }
  else if k == "link" { link(n.to, text(fill: accent, all())) }
  else if k == "to" { link-to(n.to, all()) }
  else if k == "fn" { footnote(all()) }
  else if k == "br" { linebreak() }
  else if k == "s" { strike(all()) }
  else if k == "u" { underline(all()) }
  else if k == "sub" { sub(all()) }
  else if k == "sup" { super(all()) }
  else if k == "kbd" { chip(text(font: mono, size: 0.95em, all())) }
  else if k == "tag" { chip(all()) }
  else if k == "mark" { highlight(fill: rgb("#fff3bf"), all()) }
  else if k == "math" { math.equation(block: n.block, [#n.c.map(draw-math).join()]) }
  else if k == "formula" { block(width: 100%, above: 1.1em, below: 1.1em, align(center, all())) }
  else if k == "img" {
    if n.line { box(height: 1.1em, baseline: 0.2em, image(n.file, height: 1.1em, alt: n.alt)) }
    else { box(draw-picture(n)) }
  }
  else if k == "h" {
    let made = heading(level: calc.min(n.level + 2, 7), outlined: false, bookmarked: false, all())
    directed(n, if "label" in n { [#made#label(n.label)] } else { made })
  }
  else if k == "ul" {
    directed(n, if n.c.any(item => "task" in item) {
      stack(spacing: 0.65em, ..n.c.map(item => grid(columns: (1.5em, 1fr),
        if "task" in item { box(width: 0.82em, height: 0.82em, radius: 1.5pt, stroke: 0.7pt + soft, baseline: 0.08em,
          fill: if item.task { accent } else { none },
          if item.task { align(center + horizon, text(font: mono, size: 0.68em, fill: white)[✓]) }) } else { text(fill: soft)[•] },
        [#item.c.map(draw).join()])))
    } else { list(tight: n.tight, ..n.c.map(item => [#item.c.map(draw).join()])) })
  }
  else if k == "ol" { directed(n, enum(tight: n.tight, start: n.start, ..n.c.map(item => [#item.c.map(draw).join()]))) }
  else if k == "quote" { block(width: 100%, inset: beginning(12pt, y: 2pt), stroke: beginning(2pt + rule), text(fill: soft, all())) }
  else if k == "pre" { draw-code(n) }
  else if k == "hr" { block(above: 1.6em, below: 1.6em, align(center, line(length: 100%, stroke: 0.5pt + rule))) }
  else if k == "table" {
    let cells = row => row.map(cell => directed(cell, [#cell.c.map(draw).join()]))
    let sides = (left: start, center: center, right: right)
    set text(size: if n.small { 8pt } else { 9pt })
    set par(leading: 0.55em)
    let head = if n.head.len() > 0 { (table.header(..cells(n.head).map(c => strong(c))),) } else { () }
    block(width: 100%, above: 1.2em, below: 1.2em, table(
      columns: n.widths.map(w => w * 1fr),
      align: n.align.map(a => sides.at(a)),
      inset: (x: 6pt, y: 5pt),
      fill: (_, y) => if y == 0 and n.head.len() > 0 { wash },
      stroke: (_, y) => (top: if y == 0 { 0.8pt + soft } else { 0.4pt + rule }, bottom: 0.4pt + rule),
      ..head, ..n.rows.map(cells).flatten(),
    ))
  }
  else if k == "hint" {
    room-for-some(1.2em)
    block(width: 100%, above: -some-room, below: 1.2em, inset: (x: 12pt, y: 9pt), radius: ending(3pt),
      fill: hint-wash.at(n.style), stroke: beginning(2.5pt + hint-ink.at(n.style)), {
        block(sticky: true, below: 0.65em, text(size: 9pt, weight: "bold", fill: hint-ink.at(n.style), heavy(n.title)))
        all()
      })
  }
  else if k == "tabs" { block(width: 100%, above: 1.2em, below: 1.2em, stroke: beginning(1pt + rule), inset: beginning(11pt, y: 1pt), all()) }
  else if k == "tab" {
    block(sticky: true, above: 1.1em, below: 0.8em, chip(text(weight: "bold", heavy(n.title)), fill: white, ink: accent))
    all()
  }
  else if k == "steps" {
    let count = n.c.len()
    for (at, step) in n.c.enumerate() {
      block(width: 100%, above: 1em, below: 1em, grid(columns: (2em, 1fr), 
        box(width: 1.45em, height: 1.45em, radius: 50%, fill: accent, align(center + horizon, text(size: 0.8em, weight: "bold", fill: white, str(at + 1)))),
        { show heading: it => block(sticky: true, above: 0em, below: 0.7em, text(size: 11.5pt, weight: "bold", heavy(it.body))); v(0.2em, weak: true); [#step.c.map(draw).join()] }))
    }
  }
  else if k == "columns" {
    grid(columns: (1fr,) * n.n, column-gutter: 1.6em, row-gutter: 1.2em, ..n.c.map(one => [#one.c.map(draw).join()]))
  }
  else if k == "details" {
    room-for-some(1.1em)
    block(width: 100%, above: -some-room, below: 1.1em, stroke: 0.6pt + rule, radius: 3.5pt, inset: (x: 11pt, y: 9pt), {
      block(sticky: true, below: 0.8em, strong([#n.title.map(draw).join()]))
      all()
    })
  }
  else if k == "figure" {
    block(width: 100%, above: 1.3em, below: 1.3em, breakable: false, align(center, {
      let drawn = draw-picture(n, share: n.share)
      if n.framed { block(stroke: 0.6pt + rule, radius: 3.5pt, inset: 6pt, drawn) } else { drawn }
      if n.c.len() > 0 { block(above: 0.7em, width: 88%, text(size: 9pt, fill: soft, all())) }
    }))
  }
  else if k == "missing" {
    block(width: 100%, above: 1.1em, below: 1.1em, breakable: false, align(center, {
      block(stroke: (paint: rule, thickness: 0.6pt, dash: "dashed"), radius: 3.5pt, inset: (x: 12pt, y: 9pt), text(size: 9pt, fill: soft, style: "italic", if n.t == "" { "—" } else { n.t }))
      if n.c.len() > 0 { block(above: 0.7em, width: 88%, text(size: 9pt, fill: soft, all())) }
    }))
  }
  else if k == "caption" { align(center, text(size: 9pt, fill: soft, all())) }
  else if k == "ref" {
    let body = block(width: 100%, stroke: 0.6pt + rule, radius: 3.5pt, inset: (x: 11pt, y: 8pt), breakable: false, above: 0.9em, below: 0.9em, {
      text(weight: "bold", fill: accent, n.title)
      if n.description != "" { linebreak(); text(size: 9pt, fill: soft, n.description) }
      if "to" in n and n.shown != "" { linebreak(); text(size: 8pt, fill: soft, n.shown) }
      if "label" in n and n.label in data.labels { h(1fr); text(size: 9pt, fill: soft, context { let found = query(label(n.label)); if found.len() > 0 { [p. #found.first().location().page()] } }) }
    })
    if "label" in n and n.label in data.labels { link(label(n.label), body) } else if "to" in n { link(n.to, body) } else { body }
  }
  else if k == "cards" {
    block(width: 100%, above: 1.2em, below: 1.2em, grid(columns: (1fr, 1fr), gutter: 0.9em,
      ..n.c.map(card => block(width: 100%, stroke: 0.6pt + rule, radius: 3.5pt, inset: 10pt, {
        if "image" in card { block(below: 0.7em, draw-picture(card.image)) }
        block(below: 0.5em, strong([#card.title.map(draw).join()]))
        set text(size: 9.5pt)
        [#card.c.map(draw).join()]
      }))))
  }
  else if k == "update" {
    let head = block(sticky: true, above: 1.6em, below: 0.8em, { text(weight: "bold", fill: soft, n.date); for tag in n.tags { h(0.5em); chip(tag) } })
    if "label" in n { [#head#label(n.label)] } else { head }
    all()
  }
  else if "c" in n { all() }
}

#let draw-all(nodes) = { for n in nodes { draw(n) } }
`;
