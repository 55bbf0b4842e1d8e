/** The part of the template that draws formulas. */
export const MATH = String.raw`
#let draw-math(n) = {
  let k = n.k
  let kids = () => n.c.map(draw-math)
  let all = () => [#kids().join()]
  if k == "m-row" { all() }
  else if k == "m-sym" { [#symbol(n.t)] }
  else if k == "m-up" { math.upright([#symbol(n.t)]) }
  else if k == "m-op" { math.op(n.t) }
  else if k == "m-text" { [#n.t] }
  else if k == "m-space" { h(n.em * 1em) }
  else if k == "m-frac" { let (a, b) = kids(); math.frac(a, b) }
  else if k == "m-binom" { let (a, b) = kids(); math.mat(delim: none, (a,), (b,)) }
  else if k == "m-sqrt" { math.sqrt(all()) }
  else if k == "m-root" { let (a, b) = kids(); math.root(b, a) }
  else if k == "m-attach" or k == "m-limits" {
    let base = draw-math(n.c.first())
    if k == "m-limits" { base = math.limits(base) }
    let t = if "t" in n { draw-math(n.t) } else { none }
    let b = if "b" in n { draw-math(n.b) } else { none }
    math.attach(base, t: t, b: b)
  }
  else if k == "m-accent" { math.accent(all(), n.a) }
  else if k == "m-over" { math.overline(all()) }
  else if k == "m-lr" { math.lr(all()) }
  else if k == "m-hide" { hide(all()) }
  else if k == "m-mat" {
    math.mat(delim: none, align: if n.left { left } else { center }, ..n.rows.map(r => r.map(draw-math)))
  }
  else { all() }
}
`;
