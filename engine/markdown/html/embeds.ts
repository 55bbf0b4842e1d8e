/** Which foreign addresses may be shown inside a page, and how. */

/** What to put into a frame. */
export interface EmbedFrame {
  readonly provider: string;
  /** Built from parsed ids only; the address given by the author is never passed on. */
  readonly src: string;
  readonly shape: "wide" | "square" | "low";
}

interface Provider {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly shape: EmbedFrame["shape"];
  /** Gives the frame's address, or undefined when the link is not one that can be shown. */
  readonly frame: (url: URL) => string | undefined;
}

const PROVIDERS: readonly Provider[] = [
  {
    name: "YouTube",
    hosts: ["youtube.com", "www.youtube.com", "m.youtube.com", "youtu.be", "www.youtube-nocookie.com"],
    shape: "wide",
    frame: youtube,
  },
  {
    name: "Vimeo",
    hosts: ["vimeo.com", "www.vimeo.com", "player.vimeo.com"],
    shape: "wide",
    frame: (url) => {
      const found = /^\/(?:video\/|channels\/[\w-]+\/)?(\d{1,15})(?:\/([0-9a-f]{1,32}))?\/?$/.exec(
        url.pathname,
      );
      if (found === null) return undefined;
      const key = found[2] === undefined ? "" : `?h=${found[2]}`;
      return `https://player.vimeo.com/video/${found[1]}${key}`;
    },
  },
  {
    name: "Loom",
    hosts: ["loom.com", "www.loom.com"],
    shape: "wide",
    frame: (url) =>
      framed(/^\/(?:share|embed)\/(?:[\w-]*-)?([0-9a-f]{16,40})\/?$/, url, "https://www.loom.com/embed/"),
  },
  {
    name: "CodePen",
    hosts: ["codepen.io"],
    shape: "square",
    frame: (url) => {
      const found = /^\/([\w-]{1,64})\/(?:pen|embed|full|details)\/([A-Za-z0-9]{1,64})\/?$/.exec(
        url.pathname,
      );
      return found === null
        ? undefined
        : `https://codepen.io/${found[1]}/embed/${found[2]}?default-tab=result`;
    },
  },
  {
    name: "CodeSandbox",
    hosts: ["codesandbox.io", "www.codesandbox.io"],
    shape: "square",
    frame: (url) => framed(/^\/(?:s|embed)\/([\w-]{1,128})\/?$/, url, "https://codesandbox.io/embed/"),
  },
  {
    name: "StackBlitz",
    hosts: ["stackblitz.com"],
    shape: "square",
    frame: (url) => {
      const found = /^\/edit\/([\w-]{1,128})\/?$/.exec(url.pathname);
      return found === null ? undefined : `https://stackblitz.com/edit/${found[1]}?embed=1`;
    },
  },
  {
    name: "Figma",
    hosts: ["figma.com", "www.figma.com"],
    shape: "square",
    frame: (url) => {
      const found = /^\/(file|design|proto|board)\/([A-Za-z0-9]{10,64})(?:\/|$)/.exec(url.pathname);
      if (found === null) return undefined;
      const inner = encodeURIComponent(`https://www.figma.com/${found[1]}/${found[2]}`);
      return `https://www.figma.com/embed?embed_host=share&url=${inner}`;
    },
  },
  {
    name: "Spotify",
    hosts: ["open.spotify.com"],
    shape: "low",
    frame: (url) => {
      const found =
        /^\/(?:embed\/)?(track|album|playlist|episode|show|artist)\/([A-Za-z0-9]{10,40})\/?$/.exec(
          url.pathname,
        );
      return found === null ? undefined : `https://open.spotify.com/embed/${found[1]}/${found[2]}`;
    },
  },
  {
    name: "SoundCloud",
    hosts: ["soundcloud.com", "www.soundcloud.com"],
    shape: "low",
    frame: (url) => {
      const found = /^\/([\w-]{1,64})\/((?:sets\/)?[\w-]{1,128})\/?$/.exec(url.pathname);
      if (found === null) return undefined;
      const inner = encodeURIComponent(`https://soundcloud.com/${found[1]}/${found[2]}`);
      return `https://w.soundcloud.com/player/?url=${inner}`;
    },
  },
  {
    name: "Wistia",
    hosts: ["fast.wistia.net", "fast.wistia.com"],
    shape: "wide",
    frame: (url) =>
      framed(
        /^\/(?:embed\/(?:iframe|medias)|medias)\/([a-z0-9]{6,20})\/?$/,
        url,
        "https://fast.wistia.net/embed/iframe/",
      ),
  },
];

const BY_HOST = new Map(
  PROVIDERS.flatMap((provider) => provider.hosts.map((host) => [host, provider] as const)),
);

/** Finds how to show an address in a frame; undefined when its provider is not on the list. */
export function findEmbed(address: string): EmbedFrame | undefined {
  const url = parseUrl(address);
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.username !== "" || url.password !== "" || url.port !== "") return undefined;
  const provider = BY_HOST.get(url.hostname);
  const src = provider?.frame(url);
  return provider === undefined || src === undefined
    ? undefined
    : { provider: provider.name, src, shape: provider.shape };
}

function youtube(url: URL): string | undefined {
  const inPath = /^\/(?:embed|shorts|live|v)\/([\w-]{6,20})\/?$/.exec(url.pathname)?.[1];
  const short = url.hostname === "youtu.be" ? /^\/([\w-]{6,20})\/?$/.exec(url.pathname)?.[1] : undefined;
  const asked = url.pathname === "/watch" ? url.searchParams.get("v") : undefined;
  const id = inPath ?? short ?? asked;
  if (id === undefined || id === null || !/^[\w-]{6,20}$/.test(id)) return undefined;
  const start = seconds(url.searchParams.get("t") ?? url.searchParams.get("start"));
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ""}`;
}

// "90", "90s" and "1h2m3s" all appear in shared links.
function seconds(text: string | null): number {
  const found = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text ?? "");
  if (found === null) return 0;
  return Number(found[1] ?? 0) * 3600 + Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0);
}

function framed(pattern: RegExp, url: URL, prefix: string): string | undefined {
  const id = pattern.exec(url.pathname)?.[1];
  return id === undefined ? undefined : prefix + id;
}

function parseUrl(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
