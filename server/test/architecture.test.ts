/** The house's one rule, checked: imports go down. */
import { dirname, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "./sources.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Rooms from the top down; a file may import from its own room and from rooms below. */
const FLOORS = [
  ["server/cli.ts", "server/cli"],
  ["server/main.ts"],
  ["server/firstStart.ts"],
  ["server/clientLibrary.ts"],
  ["server/app.ts"],
  ["server/open.ts", "server/startProblem.ts", "server/whenThereIsRoom.ts"],
  ["server/jobs"],
  ["server/console", "server/reference", "server/account", "server/site"],
  ["server/nouns"],
  ["server/pages"],
  ["server/http"],
  ["server/deps.ts"],
  ["server/content"],
  ["server/workers"],
  ["server/importers"],
  ["server/access"],
  ["server/memory"],
  ["server/db"],
  ["server/env.ts", "server/shipped.ts", "server/version.ts"],
  ["server/settingContradictions.ts", "server/settingNames.ts"],
  ["server/ports"],
  ["server/turns"],
  ["console"],
  ["design"],
  ["sdk"],
  ["engine"],
] as const;

/** Folders inside a room from the top down; files beside them are the room's roof and use all of them. */
const STAIRS: Readonly<Record<string, readonly string[]>> = {
  "server/site": ["urls", "edge", "files", "machines", "page", "visitor", "reading", "bodies", "render"],
  "server/nouns/sites": [
    "redirects",
    "search",
    "publishing",
    "permissions",
    "hostnames",
    "feedback",
    "insights",
    "adaptive",
    "share-links",
    "customization",
    "section-groups",
    "external-links",
    "site-spaces",
    "sections",
    "structure",
    "site",
  ],
};

/**
 * Folders of other rooms from the top down. The files beside them stand on any step: most of them are the ground of all
 * folders, some put several to use.
 */
const FLIGHTS: Readonly<Record<string, readonly string[]>> = {
  "console/features": [
    "webhooks",
    "variables",
    "translations",
    "specs",
    "reusable",
    "kept",
    "jobs",
    "integrations",
    "inbox",
    "home",
    "history",
    "git",
    "sites",
    "permissions",
    "settings",
    "comments",
    "collections",
    "spaces",
    "trash",
    "structure",
    "reading",
    "changes",
    "writing",
    "tags",
    "import",
    "talk",
    "people",
    "files",
    "links",
    "diff",
    "text",
    "contentkit",
    // What a text leads to and shows of others: pages, addresses, pictures.
    "targets",
    "audit",
    "organization",
  ],
  design: ["script", "words"],
  // HTML shows descriptions of APIs, and these have their words from the dialect: it is a room of its own.
  engine: ["print", "markdown/html", "openapi", "search", "document", "markdown", "claims", "expression"],
  "server/content": ["backup", "computed", "search", "git", "import"],
  "server/importers": [
    "asciidoc",
    "confluence",
    "repository",
    "website",
    "print",
    "tools",
    "siteConfig",
    "html",
  ],
  "server/nouns/git": ["site", "reviews", "sync", "hosts"],
  "server/ports": ["git", "scripts"],
};

/** Nouns in their order: each may use the queries, commands, presenters and schemas of those before it. */
const NOUNS = [
  "system",
  "users",
  "tokens",
  "merge-rules",
  "orgs",
  "collections",
  "spaces",
  "embeds",
  "members",
  "sessions",
  "factors",
  "teams",
  "saml",
  "permissions",
  "invites",
  "audit",
  "webhooks",
  "revisions",
  "jobs",
  "uploads",
  "content",
  "change-requests",
  "pdf",
  "openapi",
  "links",
  "comments",
  "reviews",
  "notifications",
  "search",
  "translations",
  "fonts",
  "sites",
  "git",
  "integrations",
  "installations",
  "sources",
];

/** Types that a room below names without running anything of the room above. */
const TYPE_ONLY = new Set(["server/deps.ts"]);

const files = sourceFiles().filter(
  (file) => !/\.(test|fixture|child)\.ts$/.test(file) && !file.startsWith("server/test/"),
);

function roomOf(file: string): string {
  const [first, second] = file.split("/");
  return first === "server" ? `${first}/${second}` : (first as string);
}

function floorOf(file: string): number {
  return FLOORS.findIndex((rooms) => (rooms as readonly string[]).includes(roomOf(file)));
}

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

function importsOf(file: string): Import[] {
  const source = readSource(file);
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[^;"']*?from\s+)?["'](\.[^"']+)["']/gm,
  );
  // What is loaded later is used all the same; a type that is named so runs nothing.
  const later = source.matchAll(/(?<!typeof )\bimport\(()["'](\.[^"']+)["']\)(?!\.[A-Z])/g);
  return [...statements, ...later].map(([, type, target]) => ({
    from: file,
    to: relative(ROOT, resolve(ROOT, dirname(file), target as string)),
    isType: Boolean(type),
  }));
}

const imports = files.flatMap(importsOf);

test("every file has a room", () => {
  expect(files.filter((file) => floorOf(file) < 0)).toEqual([]);
});

test("imports go down", () => {
  const up = imports.filter(({ from, to, isType }) => {
    if (isType && TYPE_ONLY.has(roomOf(to))) return false;
    if (to === "package.json") return false;
    return floorOf(to) < floorOf(from);
  });
  expect(up.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test("what the program imports is what its image is built from, and what makes its build stale", () => {
  const used = imports.filter(({ to }) => to !== "package.json").map(({ to }) => to.split("/")[0] as string);
  const rooms = [...new Set(used)].toSorted();
  const image = readSource("Dockerfile");
  const context = readSource(".dockerignore").split("\n");
  expect(rooms.filter((room) => !image.includes(`\nCOPY ${room} ${room}\n`))).toEqual([]);
  expect(rooms.filter((room) => !context.includes(`!${room}`))).toEqual([]);
  expect(rooms.filter((room) => !readSource("bin/stamp.js").includes(`"${room}"`))).toEqual([]);
});

test("rooms of one floor don't use each other", () => {
  // `cli.ts` is the roof of `cli/`.
  const house = (file: string): string => roomOf(file).replace(".ts", "");
  const across = imports.filter(({ from, to }) => floorOf(from) === floorOf(to) && house(from) !== house(to));
  expect(across.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test.each(Object.entries(STAIRS))("inside %s imports go down as well", (room, folders) => {
  // -1 for the files of the roof.
  const stepOf = (file: string): number => {
    const [name = "", inside] = file.slice(room.length + 1).split("/");
    return inside === undefined ? -1 : folders.indexOf(name);
  };
  const within = (file: string): boolean => file.startsWith(`${room}/`);
  const wrong = imports.filter(
    ({ from, to }) => within(from) && within(to) && stepOf(to) < stepOf(from) && stepOf(from) >= 0,
  );
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  expect(
    files.filter((file) => within(file) && file.slice(room.length + 1).includes("/") && stepOf(file) < 0),
  ).toEqual([]);
});

test.each(Object.entries(FLIGHTS))("inside %s the folders have an order", (room, folders) => {
  const folderOf = (file: string): string | undefined => {
    if (!file.startsWith(`${room}/`)) return undefined;
    const path = file.slice(room.length + 1);
    const deeper = folders.find((folder) => folder.includes("/") && path.startsWith(`${folder}/`));
    return deeper ?? /^([^/]+)\//.exec(path)?.[1];
  };
  const stepOf = (file: string): number => folders.indexOf(folderOf(file) ?? "");
  const wrong = imports.filter(
    ({ from, to }) => folderOf(from) !== undefined && folderOf(to) !== undefined && stepOf(to) < stepOf(from),
  );
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  expect([...new Set(files.flatMap((file) => folderOf(file) ?? []))].toSorted()).toEqual(folders.toSorted());
});

/** Rooms of the console from the top down: `screens` names each screen, `features` has them, `app` is what they stand in. */
const CONSOLE = [
  ["main.tsx", "asking.ts"],
  ["screens"],
  ["features"],
  ["app"],
  ["editor"],
  ["ui"],
  ["api"],
  ["routes.ts", "words", "words.ts"],
] as const;

test("inside the console imports go down as well", () => {
  const ours = (file: string): boolean => file.startsWith("console/");
  const floorIn = (file: string): number =>
    CONSOLE.findIndex((rooms) => (rooms as readonly string[]).includes(file.split("/")[1] ?? ""));
  expect(files.filter((file) => ours(file) && floorIn(file) < 0)).toEqual([]);
  const up = imports.filter(({ from, to }) => ours(from) && ours(to) && floorIn(to) < floorIn(from));
  expect(up.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test("no file needs itself, be it for a type", () => {
  const needed = new Map<string, string[]>();
  for (const { from, to } of imports) needed.set(from, [...(needed.get(from) ?? []), to]);
  const settled = new Set<string>();
  const circles: string[] = [];
  const settle = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" -> "));
    if (way.includes(file) || settled.has(file)) return;
    for (const next of needed.get(file) ?? []) settle(next, [...way, file]);
    settled.add(file);
  };
  for (const file of files) settle(file, []);
  expect(circles).toEqual([]);
});

test("the engine imports nothing of ours, and nothing that does IO", () => {
  const PURE =
    /^(#hash$|#bounded$|@noble\/hashes\/|lru-cache|yaml|markdown-it|markdown-it-emoji|katex|typebox$|@shikijs\/|entities|linkify-it|mdast-util-to-markdown|stemmer$|@orama\/stemmers\/|@scalar\/snippetz\/)/;
  const outside = files
    // What Node and browsers each have in their own way: node:vm stops a grammar that takes too long on hostile code; it
    // runs nothing that anybody wrote.
    .filter((file) => file.startsWith("engine/") && !/^engine\/(hash|bounded)\.node\.ts$/.test(file))
    .flatMap((file) => {
      const source = readSource(file);
      return [...source.matchAll(/\bfrom\s+["']([^."'][^"']*)["']/g)].map(([, name]) => `${file}: ${name}`);
    });
  expect(outside.filter((line) => !PURE.test(line.slice(line.indexOf(": ") + 2)))).toEqual([]);
});

test("the console runs in browsers: nothing of Node is in it", () => {
  const ours = files.filter((file) => file.startsWith("console/"));
  expect(ours.length).toBeGreaterThan(0);
  expect(ours.filter((file) => /["']node:|["']\.\.\/(?:\.\.\/)*server\//.test(readSource(file)))).toEqual([]);
});

test("a noun uses earlier nouns only, and never another's routes", () => {
  const noun = (file: string): string | undefined => /^server\/nouns\/([^/]+)\//.exec(file)?.[1];
  const wrong = imports.filter(({ from, to }) => {
    const [mine, other] = [noun(from), noun(to)];
    if (mine === undefined || other === undefined || mine === other) return false;
    return NOUNS.indexOf(other) > NOUNS.indexOf(mine) || /routes?\.ts$/i.test(to);
  });
  expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  const unknown = [...new Set(files.map(noun))].filter((name) => name !== undefined && !NOUNS.includes(name));
  expect(unknown).toEqual([]);
});

test("only the ports reach the network, only env.ts reads the environment", () => {
  const offenders = files.filter((file) => {
    const source = readSource(file);
    // A type opens nothing.
    const code = source.replaceAll(/^import type .*$/gm, "");
    const reaches = /["'](node:(http|https|net|tls|dgram)|undici)["']|(?<![.\w#])fetch\(/.test(code);
    const isDoor =
      file.startsWith("server/ports/") ||
      // Scripts of pages ask the origin that they come from.
      file.startsWith("design/script/") ||
      // So does the console, for what only it asks, and with what only it says of its calls.
      ["askAsAnybody", "client", "sendSigned", "start"].some((name) => file === `console/api/${name}.ts`) ||
      // It asks the server that it is told of, from whatever program it is part of.
      file === "sdk/src/client.ts" ||
      file === "server/main.ts" ||
      // Makes the sockets that the database's driver connects, so that none is left waiting for a server that is frozen.
      file === "server/db/serverPools.ts" ||
      // Joins what it starts to the server, by a file of this machine.
      file === "server/workers/launcher.worker.ts" ||
      ["server/http/server.ts", "server/http/failures.ts"].includes(file) ||
      // To the server that the command line is told of.
      file === "server/cli/login.ts" ||
      // Writes samples of code for readers, which open what they please.
      file === "engine/openapi/reference/requestTexts.ts";
    const reads = /process\.env\b/.test(source) && !/^server\/(env|cli|main)\.ts$/.test(file);
    return (reaches && !isDoor) || reads;
  });
  expect(offenders).toEqual([]);
});

test("what only we could make is compared in constant time, not by the first letter that differs", () => {
  const made =
    /[!=]==\s*(?:[\w.]+\.)?(?:\w+Key|sign|hashToken|mac|hmac)\(|\b(?:sign|hmac|mac)\([^)]*\)\s*[!=]==/;
  // The engine knows no secrets; its keys are places in maps.
  const outside = files.filter((file) => !file.startsWith("engine/"));
  expect(outside.filter((file) => made.test(readSource(file)))).toEqual([]);
});

test("a type that others name has a name of its own, and it is a noun", () => {
  const declared = files.flatMap((file) =>
    // What is generated has the names of the document, which are those of what is answered.
    file.startsWith("sdk/src/generated/")
      ? []
      : [...readSource(file).matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name]) => ({
          file,
          name,
        })),
  );
  const twice = declared.filter(({ file, name }) =>
    declared.some((other) => other.name === name && other.file !== file),
  );
  expect(twice.map(({ file, name }) => `${name} in ${file}`)).toEqual([]);
});

/** Nouns that end like participles. */
const NOUNS_LIKE_PARTICIPLES = new Set([
  "Embed",
  "Seed",
  "Heading",
  "Paging",
  "Encoding",
  "Drawing",
  "Standing",
  "Finding",
  // A connection as its reading part: the verb, which is how the field says it.
  "Read",
]);
/** Those that don't end in -ed. */
const IRREGULAR =
  "Begun|Bound|Brought|Built|Cut|Done|Drawn|Found|Given|Gone|Heard|Held|Kept|Known|Left|Lost|Made|Met|Paid|Put|Read|Seen|Sent|Shown|Sought|Split|Taken|Told|Written";

test("no type is called by a participle alone: it is what was done to something, and doesn't say to what", () => {
  const participles = files.flatMap((file) =>
    [...readSource(file).matchAll(/^(export )?(?:interface|type) ([A-Z][a-z]+)\b/gm)]
      .filter(([, isExported, name = ""]) =>
        new RegExp(`^(?:\\w+ed|${IRREGULAR}${isExported ? "|\\w+ing" : ""})$`).test(name),
      )
      .map(([, , name = ""]) => name)
      .filter((name) => !NOUNS_LIKE_PARTICIPLES.has(name))
      .map((name) => `${name} in ${file}`),
  );
  expect(participles).toEqual([]);
});

/** Where something is kept that is none of the room's: each with what bounds it. */
const KEPT_ELSEWHERE: Readonly<Record<string, string>> = {
  "server/db/statementTables.ts": "what the texts of statements say, so many characters of them",
  "server/db/tables.ts": "the tables that there are",
  "server/db/sqlite.ts": "compiled statements, of which a connection has so many and which end with it",
  "design/html.ts": "lies beside a template, and goes with it",
  "engine/markdown/inlineRules.ts": "lies beside a parse, and goes with it",
  "engine/markdown/earlierBlocks.ts": "of one text of a page that is written, and goes with it",
  "engine/markdown/html/api/prose.ts": "lies beside a page that is written, and goes with it",
  "sdk/src/client.ts": "lies beside a caller's object, and goes with it",
  "server/http/upload.ts": "lies beside a connection, and goes with it",
  "engine/document/emojiCodes.ts": "the emoji that markdown-it knows, turned around once",
  "engine/markdown/html/highlight.ts": "the grammars that we ship",
  "engine/markdown/html/locale.ts": "the languages that a site may have",
  "engine/search/synonyms.ts": "a list of our own, read once",
  "server/http/again.ts": "the operations; what hangs on one goes with the things that it was read from",
  "server/ports/scripts/folder.ts": "the processes that run scripts, each gone with its own",
  "server/ports/worker-pool.ts": "the programs of server/workers",
  "server/ports/worker-program.ts": "the programs of server/workers",
  "server/ports/worker.ts": "the programs of server/workers, with the memory that our code gives each",
  "server/workers/launcher.worker.ts": "the programs that run, each gone when it ends",
};

test("what is kept in memory lies in its room, under a name that has its bound in bytes", () => {
  // What a page keeps ends with it.
  const ours = files.filter((file) => !/^(?:console|design\/script)\//.test(file));
  // Of a module's own, what is filled as it is made is a table.
  const gathers = /^(?:export )?(?:const|let) \w+(?:: (?:Map|Set)<| = new (?:Map|Set)\b(?:<.*>)?\(\))/m;
  const keeping = ours.filter((file) => {
    const source = readSource(file);
    return /new (?:LRUCache|WeakMap|WeakSet)\b/.test(source) || gathers.test(source);
  });
  const elsewhere = keeping.filter((file) => roomOf(file) !== "server/memory");
  expect(elsewhere.toSorted()).toEqual(Object.keys(KEPT_ELSEWHERE).toSorted());
});

/** Files that have grown beyond what one is read in at a time: none gets longer, and none is added. */
const LONG_FILES: Readonly<Record<string, number>> = {
  "server/db/migrations/001-first-release/git.ts": 423,
  "server/db/statementBlocks.ts": 421,
  "server/env.ts": 452,
  "server/nouns/content/schema.ts": 432,
};

test("no file is longer than 400 lines, in the engine 600, but for those that were", () => {
  const long = files
    .filter((file) => !file.startsWith("sdk/src/generated"))
    .map((file) => [file, readSource(file).split("\n").length - 1] as const)
    .filter(([file, lines]) => lines > (file.startsWith("engine/") ? 600 : 400));
  expect(Object.fromEntries(long)).toEqual(LONG_FILES);
});

/** A glob of the test's configuration without its braces: one for each alternative, each kept name among them. */
function alternatives(glob: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(glob) ?? /!\(([^()]*)\)/.exec(glob);
  if (braces === null) return [glob];
  const put = (one: string): string => glob.replace(braces[0], () => one);
  const kept = braces[0].startsWith("!") ? [put("*"), ...braces[1]!.split("|").map(put)] : undefined;
  return (kept ?? braces[1]!.split(",").map(put)).flatMap(alternatives);
}

test("what the lists of tests name is there: a file that got another name would fall out of them unseen", () => {
  const globs = [...readSource("vitest.config.ts").matchAll(/"([^"\s]*\.test\.ts)"/g)];
  const tests = sourceFiles().filter((file) => file.endsWith(".test.ts"));
  const isNamed = (glob: string): boolean => {
    const pattern = glob
      .replaceAll(/[.+]/g, "\\$&")
      .replaceAll("[!", "[^")
      .replaceAll(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:.*/)?"));
    return tests.some((file) => new RegExp(`^${pattern}$`).test(file));
  };
  const named = globs.flatMap(([, glob]) => alternatives(glob!));
  expect(named.length).toBeGreaterThan(150);
  expect([...new Set(named)].filter((glob) => !isNamed(glob))).toEqual([]);
});
