/** One stream: what it follows, and what it has been told. */
import type { ServerResponse } from "node:http";
import type { Identity } from "../../access/identity.ts";
import type { LiveEventName, LiveHint } from "./told.ts";

/** Bytes that may wait for a reader who is slow; more, and they have to come again. */
const MOST_WAITING = 256 * 1024;

/** What a stream is about. */
interface Following {
  /** Those that its reader may see, with their organizations. */
  readonly spaces: ReadonlyMap<string, string>;
  readonly organizations: readonly string[];
  /** Ids or numbers. */
  readonly changeRequests: readonly string[];
}

export class Listener {
  readonly identity: Identity;
  /** The spaces that it may see, with their organizations. */
  readonly spaces: Map<string, string>;
  /** All that it follows something of. */
  readonly organizations: Set<string>;
  readonly #changeRequests: ReadonlySet<string>;
  readonly #stream: ServerResponse;
  /** Until when its rights are asked for with each round: they have just changed; milliseconds. */
  doubtedUntil = 0;

  constructor(
    identity: Identity,
    { spaces, organizations, changeRequests }: Following,
    stream: ServerResponse,
  ) {
    this.identity = identity;
    this.spaces = new Map(spaces);
    this.organizations = new Set([...organizations, ...this.spaces.values()]);
    this.#changeRequests = new Set(changeRequests);
    this.#stream = stream;
  }

  get followsSomething(): boolean {
    return this.organizations.size > 0;
  }

  /** Whether something happened to what it follows. What is written in a change request is for those who have it open. */
  follows({ event, organization, space, changeRequest, data }: LiveHint): boolean {
    if (space === undefined) return organization === undefined || this.organizations.has(organization);
    if (!this.spaces.has(space)) return false;
    if (changeRequest === undefined || (event !== "content" && event !== "presence")) return true;
    return this.#changeRequests.has(changeRequest) || this.#changeRequests.has(String(data["number"]));
  }

  /** That rights changed is told to all whom it may be about, but not where it did to those who may not know of it. */
  hearOfRights({ event, organization, space, data }: LiveHint, id: number, doubtedUntil: number): void {
    if (organization === undefined || !this.organizations.has(organization)) return;
    this.doubtedUntil = doubtedUntil;
    this.send(event, space !== undefined && this.spaces.has(space) ? data : { organization }, id);
  }

  /** A right that is no more. */
  lose(lost: { readonly space?: string; readonly organization?: string }, id: number): void {
    if (lost.space !== undefined) this.spaces.delete(lost.space);
    if (lost.organization !== undefined) this.organizations.delete(lost.organization);
    this.send("permissions", lost, id);
  }

  /** @param id the last event of all, from which the stream can be resumed */
  send(event: LiveEventName, data: object, id?: number): void {
    const at = id === undefined ? "" : `id: ${id}\n`;
    this.#write(`${at}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Keeps the connection open, and the place from which to resume. */
  beat(id: number): void {
    this.#write(`id: ${id}\n\n`);
  }

  end(): void {
    this.#stream.end();
  }

  #write(text: string): void {
    if (this.#stream.writableLength > MOST_WAITING) this.#stream.destroy();
    else if (this.#stream.writable) this.#stream.write(text);
  }
}
