/** What a browser remembers for us; private modes and full disks may refuse, and then it forgets. */
export function recall(storage: "local" | "session", key: string): string | undefined {
  try {
    return (storage === "local" ? localStorage : sessionStorage).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value under a key; nothing removes it. */
export function remember(storage: "local" | "session", key: string, value: string | undefined): void {
  try {
    const kept = storage === "local" ? localStorage : sessionStorage;
    if (value === undefined) kept.removeItem(key);
    else kept.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

/** Where it is remembered which announcement of this site was dismissed last. */
export function announcementKey(): string {
  return `lectern:announcement:${document.documentElement.dataset["base"] ?? ""}`;
}

/** Where it is remembered what the reader said to each integration of this site that would keep something. */
export function consentKey(): string {
  return `lectern:cookies:${document.documentElement.dataset["base"] ?? ""}`;
}
