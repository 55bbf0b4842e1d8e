/** What a request to the published world gets, before it is written to the wire. */
export interface SiteAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Who may keep it: everybody, its reader alone, nobody. */
  readonly cache: "page" | "reader" | "never";
  /** Origins of frames, for the content security policy. */
  readonly frames?: readonly string[];
  /** Origins that forms on the page ask, for the same. */
  readonly asked?: readonly string[];
  /** Origins whose pages may show it in a frame, for the same. */
  readonly embedders?: readonly string[];
  /** Origins that its forms lead to. */
  readonly formsTo?: readonly string[];
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

/**
 * Nothing inline, nothing from elsewhere but images, the frames that are on the page, and what its forms ask.
 * @param embedders origins whose pages may show it in a frame
 * @param formsTo origins that its forms lead to
 */
export function securityPolicy(
  frames: readonly string[],
  asked: readonly string[] = [],
  embedders: readonly string[] = [],
  formsTo: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    "font-src 'self'",
    ["connect-src 'self'", ...asked].join(" "),
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    "base-uri 'none'",
    "object-src 'none'",
    ["form-action 'self'", ...formsTo].join(" "),
    `frame-ancestors ${embedders.length > 0 ? embedders.join(" ") : "'none'"}`,
  ].join("; ");
}
