/** The way between the screens of one area. */
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";

interface AreaTabsProps<Name extends string> {
  /** Names them all. */
  readonly label: string;
  readonly names: readonly Name[];
  /** The open one. */
  readonly open: Name;
  readonly titleOf: (name: Name) => string;
  readonly hrefOf: (name: Name) => string;
  /** What leads out of the area, after them. */
  readonly children?: ReactNode;
}

export function AreaTabs<Name extends string>(props: AreaTabsProps<Name>) {
  const { label, names, open, titleOf, hrefOf, children } = props;
  const nav = useRef<HTMLElement>(null);
  // Where there is no room for all, the open one is in sight.
  useEffect(() => nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [open]);
  return (
    <nav className="area-tabs" aria-label={label} ref={nav}>
      {names.map((name) => (
        <Link key={name} href={hrefOf(name)} aria-current={name === open ? "page" : undefined}>
          {titleOf(name)}
        </Link>
      ))}
      {children}
    </nav>
  );
}
