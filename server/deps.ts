import type { Logger } from "pino";
import type { AddressBook } from "./access/addresses.ts";
import type { Identities } from "./access/identity.ts";
import type { Members } from "./access/members.ts";
import type { Spaces } from "./access/spaces.ts";
import type { ContentStore } from "./content/store.ts";
import type { Database } from "./db/database.ts";
import type { BlobStore } from "./ports/blobs.ts";
import type { Clock } from "./ports/clock.ts";
import type { Dns } from "./ports/dns.ts";
import type { OutboundFetch } from "./ports/fetch.ts";
import type { Git } from "./ports/git/git.ts";
import type { Scripts } from "./ports/scripts/scripts.ts";
import type { Mail } from "./ports/mail.ts";
import type { Secrets } from "./ports/secrets.ts";
import type { Limits } from "./turns/limits.ts";

/** The absolute addresses under which people reach this installation, without a trailing slash. */
export interface Addresses {
  /** The API, sign-in and account pages. */
  readonly app: string;
  /** Published sites: another origin, so that no page reaches an editor's credentials. */
  readonly sites: string;
  /** Set when each organization has its own host below it: `<org hostname>.<domain>`. */
  readonly sitesDomain: string | undefined;
  /** Where integrations answer themselves, with `*` for a host of each one's own; unset: on the origin of sites. */
  readonly integrations?: string | undefined;
  /** Origins whose pages may show pages of sites in frames; none unless said. */
  readonly embedders?: readonly string[];
  /** Origins of other GitHubs than github.com on which Apps may be made; none unless said. */
  readonly gitHubs?: readonly string[];
}

/** Where pages are sent to be translated, and what signs them. */
interface TranslatorAddress {
  readonly url: string;
  readonly secret: string | undefined;
}

/**
 * Where a network is told that answers of sites have changed, which it keeps for others; and the way there, which may
 * lead into the operator's own network: nobody else has a say in the address.
 */
export interface PurgeAddress {
  readonly url: string;
  readonly token: string | undefined;
  readonly fetch: OutboundFetch;
  /** Milliseconds between a commit that was seen and the request; as long as processes may believe what was before, unless said. */
  readonly settling?: number;
}

/** Everything a command or query may touch outside itself; made once by the process, passed, never global. */
export interface Deps {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly mail: Mail;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Logger;
  readonly fetch: OutboundFetch;
  /** Repositories of hosts. */
  readonly git: Git;
  /** Who translates pages, where the operator has named somebody. */
  readonly translator?: TranslatorAddress | undefined;
  /** The network before the sites that keeps their answers, where the operator has named one. */
  readonly purge?: PurgeAddress | undefined;
  readonly dns: Dns;
  /** Who makes organizations by the API; unset is everybody. */
  readonly founders?: "everybody" | "operator";
  /** Scripts of integrations. */
  readonly scripts: Scripts;
  readonly secrets: Secrets;
  readonly addresses: Addresses;
  /** Content by hash, kept in memory. */
  readonly content: ContentStore;
  /** Who is a member of what; the one cache of rights. */
  readonly members: Members;
  /** Which organization has what is addressed by its id alone. */
  readonly addressBook: AddressBook;
  /** The rows of spaces; the one cache of them. */
  readonly spaces: Spaces;
  /** Whose token is whose; the one cache of tokens. */
  readonly identities: Identities;
  /** What callers may ask for a minute. */
  readonly limits: Limits;
}
