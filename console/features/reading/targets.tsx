/** What pages point to: other pages of the space, and what is elsewhere. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { isExternal, safeUrl } from "../../../engine/markdown/html/url.ts";
import { usePage } from "./page.ts";

/** A link, as far as it may be one: to a page in here, or to another host in a tab of its own. */
export function LeadsTo({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  const { hrefOf } = usePage();
  const own = hrefOf(url);
  if (own !== undefined)
    return (
      <Link className="link" href={own}>
        {children}
      </Link>
    );
  const href = safeUrl(url, "link");
  if (href?.startsWith("#") === true)
    return (
      <a className="link" href={href}>
        {children}
      </a>
    );
  if (href === undefined || !(isExternal(href) || /^(?:mailto|tel):/i.test(href)))
    return (
      <span className="elsewhere" title={url}>
        {children}
      </span>
    );
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A picture by its name and the host that has it: no page is to call home from an editor's session. */
export function Picture({ src, alt }: { readonly src: string; readonly alt: string }) {
  return (
    <span className="picture" title={src}>
      {alt === "" ? src.slice(src.lastIndexOf("/") + 1) : alt}
    </span>
  );
}
