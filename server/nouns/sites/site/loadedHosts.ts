/**
 * From where the scripts of integrations may have pages load more, by the policy that an integration declares: what is
 * more than hosts that are reached securely is not for it to say.
 */

/** What a page may be let load, by the directive of its policy. */
export type LoadedHosts = Readonly<Partial<Record<LoadedKind, readonly string[]>>>;

const KINDS = ["script-src", "style-src", "font-src", "connect-src", "frame-src"] as const;
type LoadedKind = (typeof KINDS)[number];

/** Directives that older and newer policies have for the same. */
const SAME: Readonly<Record<string, LoadedKind>> = {
  "script-src-elem": "script-src",
  "style-src-elem": "style-src",
  "child-src": "frame-src",
};

/** Sources of one kind that one integration may name. */
const MOST = 30;
/** A host of at least two names, with a star for those below it, a port if need be; and a path. */
const HOST =
  /^(?:(https|wss):\/\/)?((?:\*\.)?(?:[a-z\d-]+\.)+[a-z][a-z\d-]*(?::\d{1,5})?)((?:\/[\w./~%-]*)?)$/i;

/** The hosts that a policy names. */
export function hostsIn(policy: string | undefined): LoadedHosts {
  const found: Partial<Record<LoadedKind, string[]>> = {};
  for (const directive of policy?.split(";") ?? []) {
    const [name = "", ...sources] = directive.trim().split(/\s+/);
    const kind = SAME[name] ?? KINDS.find((one) => one === name);
    if (kind === undefined) continue;
    const hosts = sources.flatMap((source) => hostIn(source, kind) ?? []);
    found[kind] = [...new Set([...(found[kind] ?? []), ...hosts])].slice(0, MOST);
  }
  return found;
}

function hostIn(source: string, kind: LoadedKind): string | undefined {
  const [, scheme = "https", host, path = ""] = HOST.exec(source) ?? [];
  // Scripts talk by sockets, and nothing is loaded by them.
  if (host === undefined || (scheme.toLowerCase() === "wss" && kind !== "connect-src")) return undefined;
  // Browsers compare a path to the letter.
  return `${scheme}://${host}`.toLowerCase() + path;
}

/** What somebody accepted, as far as it is still asked for. */
export function acceptedHosts(asked: string | undefined, accepted: string | undefined): LoadedHosts {
  const [now, then] = [hostsIn(asked), hostsIn(accepted)];
  return mapped((kind) => now[kind]?.filter((host) => then[kind]?.includes(host)));
}

/** What several may load, together. */
export function allHosts(each: readonly LoadedHosts[]): LoadedHosts {
  return mapped((kind) => [...new Set(each.flatMap((hosts) => hosts[kind] ?? []))]);
}

/** The hosts as people are shown them. */
export function namesOf(hosts: LoadedHosts): string[] {
  const sources = Object.values(hosts).flat();
  return [
    ...new Set(sources.map((source) => source.replace(/^\w+:\/\//, "").replace(/\/.*$/, ""))),
  ].toSorted();
}

function mapped(sources: (kind: LoadedKind) => readonly string[] | undefined): LoadedHosts {
  const entries = KINDS.map((kind) => [kind, sources(kind) ?? []] as const);
  return Object.fromEntries(entries.filter(([, all]) => all.length > 0));
}
