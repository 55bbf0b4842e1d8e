/** What a request to the published world gets, before it is written to the wire. */
export interface SiteAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Who may keep it: everybody, its reader alone, nobody. */
  readonly cache: "page" | "reader" | "never";
  /** Something of it was given up for a moment: whoever keeps answers for others, and can't be told, doesn't keep it. */
  readonly isMakeshift?: true;
  /** Origins of frames, for the content security policy. */
  readonly frames?: readonly string[];
  /** Origins that forms on the page ask, for the same. */
  readonly asked?: readonly string[];
  /** Origins whose pages may show it in a frame, for the same. */
  readonly embedders?: readonly string[];
  /** Origins that its forms lead to. */
  readonly formsTo?: readonly string[];
  /** Hosts that scripts of integrations may have it load from, by directive, for the same. */
  readonly loaded?: Readonly<Record<string, readonly string[]>>;
  /** It is another for programs that call themselves otherwise. */
  readonly byUserAgent?: true;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

const HTML = "text/html; charset=utf-8";

export function htmlAnswer(text: string, frames: readonly string[] = [], status = 200): SiteAnswer {
  return { status, contentType: HTML, text, frames, cache: status === 200 ? "page" : "never" };
}

export function textAnswer(text: string, contentType: string): SiteAnswer {
  return { status: 200, contentType: `${contentType}; charset=utf-8`, text, cache: "page" };
}

export function redirectAnswer(location: string, status: 303 | 307 | 308): SiteAnswer {
  return {
    status,
    contentType: "text/plain; charset=utf-8",
    text: "",
    cache: "never",
    headers: { location },
  };
}

/** Nothing inline, and nothing from elsewhere but images and what the answer names. */
export function securityPolicy({
  frames = [],
  asked = [],
  embedders = [],
  formsTo = [],
  loaded = {},
}: Pick<SiteAnswer, "frames" | "asked" | "embedders" | "formsTo" | "loaded"> = {}): string {
  const own = (directive: string, ...more: readonly string[]): string =>
    [directive, "'self'", ...more, ...(loaded[directive] ?? [])].join(" ");
  const framed = [...frames, ...(loaded["frame-src"] ?? [])];
  return [
    "default-src 'none'",
    own("script-src"),
    own("style-src"),
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    own("font-src"),
    own("connect-src", ...asked),
    ...(framed.length > 0 ? [`frame-src ${framed.join(" ")}`] : []),
    "base-uri 'none'",
    "object-src 'none'",
    ["form-action 'self'", ...formsTo].join(" "),
    `frame-ancestors ${embedders.length > 0 ? embedders.join(" ") : "'none'"}`,
  ].join("; ");
}
