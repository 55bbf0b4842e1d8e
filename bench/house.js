#!/usr/bin/env node
// Two commits side by side: files, lines, circles and names of the program's own sources, without tests.
//   node bench/house.js 4ec6af31 HEAD
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path/posix";

const TESTS = /\.(test|fixture|child)\.tsx?$|^server\/test\/|\/generated\//;
const ROOM = /^(engine|design|server|console|sdk)\//;

const [before = "4ec6af31", after = "HEAD"] = process.argv.slice(2);
const git = (args, input) => execFileSync("git", args, { input, maxBuffer: 2 ** 30 });

/** The sources of a commit by path. */
function sourcesOf(commit) {
  const paths = git(["ls-tree", "-r", "--name-only", commit])
    .toString("utf8")
    .split("\n")
    .filter((path) => ROOM.test(path) && /\.tsx?$/.test(path) && !TESTS.test(path));
  // One after the other in one answer, each behind a line that ends with its length.
  const all = git(["cat-file", "--batch"], paths.map((path) => `${commit}:${path}\n`).join(""));
  let at = 0;
  const next = () => {
    const begin = all.indexOf("\n", at) + 1;
    const end = begin + Number(all.toString("utf8", at, begin).trim().split(" ").at(-1));
    at = end + 1;
    return all.toString("utf8", begin, end);
  };
  return new Map(paths.map((path) => [path, next()]));
}

/** What each file imports: `value` what runs, `all` types too. */
function importsOf(sources) {
  const all = new Map();
  const value = new Map();
  for (const [path, source] of sources) {
    const found = source.matchAll(/^(?:import|export)\s+(type\s+)?[^;"']*?from\s+["'](\.[^"']+)["']/gm);
    const targets = [...found].map(([, type, name]) => [join(dirname(path), name), type === undefined]);
    const known = targets.filter(([to]) => sources.has(to));
    all.set(path, new Set(known.map(([to]) => to)));
    value.set(path, new Set(known.filter(([, runs]) => runs).map(([to]) => to)));
  }
  return { all, value };
}

/** Groups of files that all need each other: each is one circle, however many ways lead around. */
function circlesIn(graph) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  let circles = 0;
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== order.get(file)) return;
    if (stack.splice(stack.indexOf(file)).length > 1) circles++;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** Pairs of folders beside each other, anywhere, of which each needs the other. */
function mutualFolders(graph) {
  const needs = new Set();
  for (const [from, targets] of graph)
    for (const to of targets) {
      const [a, b] = [from.split("/"), to.split("/")];
      let at = 0;
      while (a[at] === b[at]) at++;
      if (at > 0 && a.length > at + 1 && b.length > at + 1)
        needs.add(`${a.slice(0, at + 1).join("/")} ${b.slice(0, at + 1).join("/")}`);
    }
  return [...needs].filter((pair) => {
    const [from, to] = pair.split(" ");
    return from < to && needs.has(`${to} ${from}`);
  }).length;
}

/** Names of exported types that are declared in several files. */
function namesTwice(sources) {
  const files = new Map();
  for (const [path, source] of sources)
    for (const [, name] of source.matchAll(/^export (?:interface|type|class) (\w+)/gm))
      files.set(name, (files.get(name) ?? new Set()).add(path));
  return [...files.values()].filter(({ size }) => size > 1).length;
}

/** A room; nouns and the other parts of the server are rooms of their own, and the engine was one of them. */
function folderOf(path) {
  const steps = path.replace(/^server\/engine\//, "engine/").split("/");
  const depth = steps[0] !== "server" ? 1 : steps[1] === "nouns" ? 3 : 2;
  return steps.slice(0, Math.min(depth, steps.length - 1)).join("/");
}

const linesOf = (source) => source.split("\n").length - 1;

function measure(commit) {
  const sources = sourcesOf(commit);
  const { all, value } = importsOf(sources);
  const lines = [...sources.values()].map(linesOf).toSorted((a, b) => a - b);
  const folders = new Map();
  for (const [path, source] of sources) {
    // Nouns and the parts of the server are rooms of their own.
    const name = folderOf(path);
    folders.set(name, (folders.get(name) ?? 0) + linesOf(source));
  }
  const rows = {
    files: sources.size,
    lines: lines.reduce((sum, one) => sum + one, 0),
    "lines of a file, median": lines[Math.floor(lines.length / 2)],
    "files of more than 400 lines": lines.filter((one) => one > 400).length,
    "circles of values": circlesIn(value),
    "circles with types": circlesIn(all),
    "pairs of folders that need each other": mutualFolders(all),
    "type names declared twice": namesTwice(sources),
  };
  return { rows, folders };
}

const [old, now] = [measure(before), measure(after)];
const number = (value) => (value ?? 0).toLocaleString("en");
const say = (cells) => console.log(`| ${cells.join(" | ")} |`);
say(["", before, after]);
say(["---", "---:", "---:"]);
for (const name of Object.keys(old.rows)) say([name, number(old.rows[name]), number(now.rows[name])]);
console.log();
say(["lines of", before, after, "more"]);
say(["---", "---:", "---:", "---:"]);
const growth = [...new Set([...old.folders.keys(), ...now.folders.keys()])]
  .map((name) => [name, old.folders.get(name) ?? 0, now.folders.get(name) ?? 0])
  .toSorted(([, a, b], [, c, d]) => d - c - (b - a));
for (const [name, was, is] of growth) say([name, number(was), number(is), number(is - was)]);
