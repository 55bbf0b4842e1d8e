/** What pages point to: other pages of the space, and what is elsewhere. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import { isExternal, safeUrl } from "../../../engine/markdown/html/url.ts";
import { usePage } from "./page.ts";

interface LeadsToProps {
  readonly url: string;
  /** Its class, where it doesn't look like a link. */
  readonly look?: string;
  readonly children: ReactNode;
}

/** A link, as far as it may be one: to a page in here, or to another host in a tab of its own. */
export function LeadsTo({ url, look = "link", children }: LeadsToProps) {
  const { hrefOf } = usePage();
  const own = hrefOf(url);
  if (own !== undefined)
    return (
      <Link className={look} href={own}>
        {children}
      </Link>
    );
  const href = safeUrl(url, "link");
  if (href?.startsWith("#") === true)
    return (
      <a className={look} href={href}>
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
    <a className={look} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
