/** What the DNS says of a name. */
import { Resolver } from "node:dns/promises";

export interface Dns {
  /** Whether hostnames are believed without asking: the operator answers for everybody who may claim one. */
  readonly isTrusting: boolean;
  /** The texts at a name, none where it has none; undefined where no server answers. */
  txt(name: string): Promise<readonly string[] | undefined>;
}

interface DnsOptions {
  readonly isTrusting?: boolean;
  /** Address and port of the servers to ask; the machine's own unless said. */
  readonly servers?: readonly string[];
  /** How long each of two tries waits for an answer, in milliseconds. */
  readonly patience?: number;
}

const NOTHING = new Set(["ENOTFOUND", "ENODATA"]);

export function openDns({ isTrusting = false, servers, patience = 2000 }: DnsOptions = {}): Dns {
  return {
    isTrusting,
    async txt(name) {
      const resolver = new Resolver({ timeout: patience, tries: 2 });
      if (servers !== undefined) resolver.setServers([...servers]);
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
      } catch (error) {
        return NOTHING.has((error as NodeJS.ErrnoException).code ?? "") ? [] : undefined;
      }
    },
  };
}
