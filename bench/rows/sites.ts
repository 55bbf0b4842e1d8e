/** Sites that the bench makes for a question of their own: pages that adapt, pages with much code, ten thousand pages. */
import { brotliDecompressSync } from "node:zlib";
import { SignJWT } from "jose";
import { medianOf } from "../compare.ts";
import { authorized, type Fixture } from "../fixture.ts";
import { get, send, wire } from "../request.ts";
import { against, type Row } from "./row.ts";

interface Site {
  /** Of the API, below `/v1`. */
  readonly api: string;
  readonly space: string;
  /** Its path prefix, with both slashes. */
  readonly base: string;
}

const json = { ...authorized, "content-type": "application/json" };

/* oxlint-disable typescript/no-explicit-any -- answers of the API, looked into here and there */
export async function call(
  { ours }: Pick<Fixture, "ours">,
  method: string,
  path: string,
  body?: object,
): Promise<any> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const answer = await send(ours.port, method, `/v1${path}`, json, text);
  if (answer.status >= 300) throw new Error(`${path} answers ${answer.status}: ${answer.body.toString()}`);
  return answer.body.length === 0 ? undefined : JSON.parse(answer.body.toString());
}
/* oxlint-enable typescript/no-explicit-any */

/** @param space an existing one; a new one unless said */
export async function makeSite(
  fixture: Pick<Fixture, "ours"> & { readonly filled: Pick<Fixture["filled"], "organization"> },
  title: string,
  space?: string,
): Promise<Site> {
  const org = `/orgs/${fixture.filled.organization}`;
  const of = space ?? (await call(fixture, "POST", `${org}/spaces`, { title })).id;
  const site = await call(fixture, "POST", `${org}/sites`, { title, spaces: [of] });
  const api = `${org}/sites/${site.id}`;
  const { urls } = await call(fixture, "POST", `${api}/publish`);
  return { api, space: of, base: new URL(urls.published).pathname.replace(/\/?$/, "/") };
}

async function read(fixture: Fixture, path: string, headers: Record<string, string> = {}) {
  const answer = await get(fixture.ours.sitesPort, path, { "accept-encoding": "br", ...headers });
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}.`);
  return answer;
}

const TEXT = "A paragraph of words that says something of the thing and where it is to be had. ".repeat(12);

/** A visitor's cookie is verified and the page asked its questions; what is sent then lies ready. */
const adaptive = against("adaptive page, ready", 0.4, async ({ fixture }) => {
  const { api, space, base } = await makeSite(fixture, "Adaptive");
  await call(fixture, "PATCH", api, { adaptiveContent: { enabled: true } });
  const { privateKey } = await call(fixture, "PATCH", `${api}/publishing/auth`, {
    backend: "custom",
    fallbackURL: "https://login.example.com/",
  });
  const parts = [TEXT, '{% if visitor.claims.plan == "pro" %}', "For payers.", "{% endif %}", TEXT];
  const markdown = `# Adaptive\n\n${parts.join("\n\n")}`;
  await call(fixture, "POST", `/spaces/${space}/content`, {
    changes: [{ operation: "insert_page", document: { markdown } }],
  });
  const token = await new SignJWT({ plan: "pro" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setExpirationTime("2h")
    .sign(new TextEncoder().encode(privateKey));
  const moved = await get(fixture.ours.sitesPort, `${base}?jwt_token=${token}`);
  const cookie = [moved.headers["set-cookie"] ?? []]
    .flat()
    .map((set) => set.split(";", 1)[0])
    .join("; ");
  const headers = { "accept-encoding": "identity", cookie };
  const { body } = await read(fixture, base, headers);
  if (!body.includes("For payers.")) throw new Error("The page does not adapt.");
  fixture.giveConstant("adaptive", { type: "text/html; charset=utf-8", body });
  const constant = wire("GET", "/constant/adaptive", { "accept-encoding": "identity" });
  return { ours: [wire("GET", base, headers)], peer: [constant], published: true };
});

const CODE = ["js", "ts", "json", "bash", "python", "html", "css", "yaml", "sql", "go"];
const CODED = 30;
/** Pages that start the highlighter and its grammars. */
const WARMING = 5;

/** 10 kB of Markdown with ten blocks of code, each another text. */
function codedPage(index: number): string {
  const blocks = CODE.map((language, at) => {
    const line = `value_${index}_${at} = { "name": "text ${index}", "number": ${at * index} } // a line of code\n`;
    return `## Part ${at}\n\n${TEXT.slice(0, 450)}\n\n\`\`\`${language}\n${line.repeat(6)}\`\`\`\n`;
  });
  return `# Coded ${index}\n\n${blocks.join("\n")}`;
}

const coded: Row = {
  name: "page of 10 kB with ten code blocks, first reader",
  async run({ fixture }) {
    const { space, base } = await makeSite(fixture, "Coded");
    const pages = Array.from({ length: CODED + WARMING }, (_, index) => codedPage(index));
    const changes = pages.map((markdown, index) => ({
      operation: "insert_page",
      slug: `coded-${index}`,
      document: { markdown },
    }));
    await call(fixture, "POST", `/spaces/${space}/content`, { changes });
    const times: number[] = [];
    const before = [0, 0];
    for (let index = 0; index < pages.length; index++) {
      if (index === WARMING) before[0] = fixture.ours.processorTime();
      // The first one is the site's own address.
      const { ms } = await read(fixture, index === 0 ? base : `${base}coded-${index}`);
      if (index >= WARMING) times.push(ms);
    }
    const processor = ((fixture.ours.processorTime() - (before[0] ?? 0)) * 1000) / CODED;
    const bytes = Math.round(pages.reduce((sum, text) => sum + text.length, 0) / pages.length);
    const note = `${bytes} bytes of Markdown; ${processor.toFixed(1)} ms of processor time a page, all threads together`;
    return [{ name: this.name, ours: medianOf(times), unit: "ms", goal: { of: "ours", most: 15 }, note }];
  },
};

const LOOKED_AT = 40;

/** @param pages the size of a space that is published for this */
function large(pages: number): Row {
  const name = `site of ${pages.toLocaleString("en")} pages`;
  return {
    name,
    async run({ fixture }) {
      const { base } = await makeSite(fixture, "Large", fixture.filled.spaces[pages]);
      const sitemap = await read(fixture, `${base}sitemap.xml`);
      const text = brotliDecompressSync(sitemap.body).toString();
      const paths = [...text.matchAll(/<loc>[^<]*?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(
        ([, path]) => path ?? "",
      );
      const step = Math.max(1, Math.floor(paths.length / LOOKED_AT));
      const [times, sizes, navigations]: [number[], number[], number[]] = [[], [], []];
      for (let at = 1; at < paths.length; at += step) {
        const { ms, body } = await read(fixture, paths[at] ?? "");
        times.push(ms);
        sizes.push(body.length);
        const whole = brotliDecompressSync(body).toString();
        navigations.push((/<nav class="side"[\s\S]*?<\/nav>/.exec(whole)?.[0] ?? "").length);
      }
      const kB = (values: readonly number[]): string => (Math.max(...values) / 1000).toFixed(1);
      const again = await read(fixture, `${base}sitemap.xml`);
      const llms = await read(fixture, `${base}llms.txt`);
      const full = await read(fixture, `${base}llms-full.txt`);
      return [
        {
          name: `${name}: a page with its navigation, Brotli`,
          ours: Math.max(...sizes) / 1000,
          unit: "kB",
          goal: { of: "ours", most: 30 },
          note: `the largest of ${sizes.length}; its navigation is at most ${kB(navigations)} kB before compression`,
        },
        { name: `${name}: first reader`, ours: medianOf(times), unit: "ms" },
        {
          name: `${name}: sitemap, first`,
          ours: sitemap.ms,
          unit: "ms",
          note: `${paths.length} addresses, ${kB([sitemap.body.length])} kB in Brotli; again ${again.ms.toFixed(1)} ms`,
        },
        { name: `${name}: llms.txt, first`, ours: llms.ms, unit: "ms", note: `${kB([llms.body.length])} kB` },
        {
          name: `${name}: llms-full.txt, first part`,
          ours: full.ms,
          unit: "ms",
          note: `${kB([full.body.length])} kB`,
        },
      ];
    },
  };
}

/** @param pages the size of the largest space */
export const sites = (pages: number): readonly Row[] => [adaptive, coded, large(pages)];
