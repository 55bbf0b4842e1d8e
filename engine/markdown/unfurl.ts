/** Addresses that turn into blocks of integrations, by the patterns that these declare. */

/** Of an address. What is longer is no address that somebody shows, and would take long to compare. */
const LONGEST = 2048;

/**
 * Whether an address is one that a pattern means: `*` stands for anything within a part between slashes, `**` for anything.
 * Without a slash behind its host, a pattern means the whole host. The scheme and the host are of any case.
 */
export function isUnfurled(pattern: string, address: string): boolean {
  if (address.length > LONGEST || !/^https?:\/\/\S+$/i.test(address) || !URL.canParse(address)) return false;
  const { protocol, href } = new URL(address);
  const wanted = pattern.trim();
  const [, scheme = "", host = "", path = ""] = /^(?:([a-z*]+):)?\/\/([^/?#]*)([^]*)$/i.exec(wanted) ?? [];
  if (host === "") return false;
  const [own, rest] = partsOf(href);
  if (scheme !== "" && scheme !== "*" && `${scheme.toLowerCase()}:` !== protocol) return false;
  return matches(host.toLowerCase(), own) && (path === "" || matches(path, rest));
}

/** The host of an address, and all behind it. */
function partsOf(href: string): [host: string, rest: string] {
  const at = href.indexOf("//") + 2;
  const end = href.slice(at).search(/[/?#]/) + at;
  return [href.slice(at, end), href.slice(end)];
}

/** Goes through both once for each star at most, so that no pattern of a stranger takes long. */
function matches(pattern: string, text: string): boolean {
  // Places in the text that can be reached with what was read of the pattern.
  let reached = new Set([0]);
  for (let at = 0; at < pattern.length && reached.size > 0; at++) {
    const next = new Set<number>();
    if (pattern[at] !== "*") {
      for (const place of reached) if (text[place] === pattern[at]) next.add(place + 1);
    } else {
      const isWide = pattern[at + 1] === "*";
      while (pattern[at + 1] === "*") at++;
      for (const place of reached) {
        for (let end = place; end <= text.length && !next.has(end); end++) {
          next.add(end);
          if (!isWide && text[end] === "/") break;
        }
      }
    }
    reached = next;
  }
  return reached.has(text.length);
}
