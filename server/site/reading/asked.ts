/** What is asked of a site, read from the segments of its path. */
export type SiteQuestion =
  | { readonly kind: "page"; readonly path: readonly string[] }
  /** The same page as Markdown. */
  | { readonly kind: "markdown"; readonly path: readonly string[] }
  /** The updates of a page as a feed. */
  | { readonly kind: "feed"; readonly path: readonly string[] }
  /** A file for machines; `below` are the segments of section and variant before it, `part` counts from 1. */
  | {
      readonly kind: "file";
      readonly name: MachineFile;
      readonly below: readonly string[];
      readonly part: number;
    }
  /** The site's own services under `~/`. */
  | { readonly kind: "service"; readonly name: string; readonly rest: readonly string[] }
  /** Content that is not the published one. */
  | {
      readonly kind: "preview";
      readonly of: "changes" | "revisions";
      readonly id: string;
      readonly rest: readonly string[];
    };

const MACHINE_FILES = [
  "sitemap.xml",
  "sitemap-pages.xml",
  "robots.txt",
  "llms.txt",
  "llms-full.txt",
] as const;
type MachineFile = (typeof MACHINE_FILES)[number];

function machineFile(name: string | undefined): MachineFile | undefined {
  const folded = name?.toLowerCase();
  return MACHINE_FILES.find((file) => file === folded);
}

function readFile(segments: readonly string[]): SiteQuestion | undefined {
  const last = segments.at(-1) ?? "";
  const whole = machineFile(last);
  if (whole !== undefined) {
    // All pages under another name: whoever was given it has the parts by it, once there are some.
    const name = whole === "sitemap-pages.xml" ? "sitemap.xml" : whole;
    return { kind: "file", name, below: segments.slice(0, -1), part: 1 };
  }
  // Beside the whole: search engines take from a sitemap what is below its own folder.
  const [, sitemap] = /^sitemap-pages-([1-9]\d{0,5})\.xml$/i.exec(last) ?? [];
  if (sitemap !== undefined)
    return { kind: "file", name: "sitemap-pages.xml", below: segments.slice(0, -1), part: Number(sitemap) };
  // `llms-full.txt/2`: the only file whose parts are below it.
  const paged = machineFile(segments.at(-2)) === "llms-full.txt" && /^[1-9]\d{0,5}$/.test(last);
  if (!paged) return undefined;
  return { kind: "file", name: "llms-full.txt", below: segments.slice(0, -2), part: Number(last) };
}

function readService(segments: readonly string[]): SiteQuestion | undefined {
  const [prefix, name = "", ...rest] = segments;
  if (prefix !== "~" && prefix?.toLowerCase() !== "~gitbook") return undefined;
  const [id, ...after] = rest;
  if (prefix === "~" && (name === "changes" || name === "revisions") && id !== undefined) {
    return { kind: "preview", of: name, id, rest: after };
  }
  return { kind: "service", name, rest };
}

/**
 * Reads the rest of a site's path. `~/…` and its alias `~gitbook/…` never name a page; the names of machine
 * files and the endings `.md` and `/rss.xml` come before pages of the same name.
 */
export function readAsked(segments: readonly string[]): SiteQuestion {
  const service = readService(segments);
  if (service !== undefined) return service;
  const file = readFile(segments);
  if (file !== undefined) return file;
  const last = segments.at(-1) ?? "";
  const above = segments.slice(0, -1);
  if (last.toLowerCase() === "rss.xml") return { kind: "feed", path: above };
  const markdown = /^(.+)\.md$/i.exec(last)?.[1];
  if (markdown !== undefined) return { kind: "markdown", path: [...above, markdown] };
  return { kind: "page", path: segments };
}
