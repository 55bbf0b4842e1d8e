/** How a stored body names something of its own space. The id survives renames and moves. */
interface StoredUrl {
  readonly kind: "page" | "file" | "reusable";
  readonly id: string;
  /** Query and anchor, as written. */
  readonly suffix: string;
}

const PREFIXES = { page: "/pages/", file: "/files/", reusable: "/reusable/" } as const;
const STORED = /^\/(pages|files|reusable)\/([A-Za-z0-9_-]{1,64})([?#].*)?$/s;
const KINDS = { pages: "page", files: "file", reusable: "reusable" } as const;

/** Gives "/pages/<id>#install" for a page, and the like. */
export function storedUrl({ kind, id, suffix }: StoredUrl): string {
  return `${PREFIXES[kind]}${id}${suffix}`;
}

/** Reads what `storedUrl` gives; undefined for any other destination. */
export function readStoredUrl(url: string): StoredUrl | undefined {
  const [, kind, id, suffix = ""] = STORED.exec(url) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  return { kind: KINDS[kind as keyof typeof KINDS], id, suffix };
}
