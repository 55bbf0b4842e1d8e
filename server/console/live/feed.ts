/** The events of a process: read once for all who listen here, whoever wrote them. */
import { lacksFactor } from "../../access/secondFactor.ts";
import { seeSpace } from "../../nouns/spaces/queries.ts";
import type { Deps } from "../../deps.ts";
import { findChangeRequest } from "../../nouns/change-requests/queries.ts";
import type { Listener } from "./listener.ts";
import { SeenNumbers } from "./numbers.ts";
import { type HeardRow, missedSince, newestEvents, readHeard } from "./read.ts";
import { StandingThings } from "./standing.ts";
import { type LiveHint, toldOf } from "./told.ts";

/** How often it looks whether this process has written; milliseconds. */
const GLANCE_MS = 250;
/** How often it reads what others wrote. */
const ROUND_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** How long rights are asked for again after they changed: others believe what they read for a second. */
const DOUBT_MS = 2500;
/** Events that tell, at the start, which are still under way. */
const NEWEST = 1000;

export class EventFeed {
  readonly #deps: Deps;
  readonly #listeners = new Set<Listener>();
  readonly #seen = new SeenNumbers();
  readonly #standing = new StandingThings();
  #timer: NodeJS.Timeout | undefined;
  #beginning: Promise<void> | undefined;
  #round: Promise<void> | undefined;
  #readAt = 0;
  #beatAt = 0;
  #writes = -1;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** How many streams a session has. */
  streamsOf(session: string): number {
    return [...this.#listeners].filter(({ identity }) => identity.sessionId === session).length;
  }

  /**
   * Tells a listener what happens from now on, and what happened since an event.
   * @param since the last event that it was told of; undefined: it has just read everything
   */
  async add(listener: Listener, since: number | undefined): Promise<void> {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#glance(), GLANCE_MS).unref();
    await (this.#beginning ??= this.#begin());
    if (since === undefined) return listener.send("ready", {}, this.#seen.last);
    const missed = await missedSince(this.#deps.db.read, since, this.#deps.clock.now());
    if (missed === undefined) return listener.send("reset", {}, this.#seen.last);
    listener.send("ready", {}, this.#seen.last);
    const rights: Rights = new Map();
    for (const row of missed) await this.#tell(toldOf(row), [listener], rights);
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#beginning = undefined;
  }

  /** Ends all streams; their readers come back to whoever answers then. */
  close(): void {
    for (const listener of this.#listeners) {
      listener.end();
      this.remove(listener);
    }
  }

  async #begin(): Promise<void> {
    const newest = await newestEvents(this.#deps.db.read, NEWEST);
    this.#seen.begin(newest, performance.now(), this.#deps.clock.now());
  }

  /** Another server answers now, which lacks events of the one before: what comes has numbers that were seen there. */
  async #beginAgain(listeners: readonly Listener[]): Promise<void> {
    await this.#begin();
    for (const listener of listeners) listener.send("reset", {}, this.#seen.last);
  }

  #glance(): void {
    const now = performance.now();
    if (now - this.#beatAt >= HEARTBEAT_MS) {
      this.#beatAt = now;
      for (const listener of this.#listeners) listener.beat(this.#seen.last);
    }
    const isDue = now - this.#readAt >= ROUND_MS || this.#writes !== this.#deps.db.writes;
    if (this.#round !== undefined || !isDue) return;
    this.#readAt = now;
    this.#writes = this.#deps.db.writes;
    this.#round = this.#read()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, "events could not be read"))
      .finally(() => (this.#round = undefined));
  }

  async #read(): Promise<void> {
    await this.#beginning;
    const listeners = [...this.#listeners];
    const all = <T>(of: (listener: Listener) => Iterable<T>) => [
      ...new Set(listeners.flatMap((one) => [...of(one)])),
    ];
    const rows = await readHeard(this.#deps.db.read, {
      after: this.#seen.last,
      missing: this.#seen.missing(performance.now()),
      now: this.#deps.clock.now(),
      sessions: all(({ identity }) => [identity.sessionId ?? ""]),
      users: all(({ identity }) => [identity.userId]),
      organizations: all(({ organizations }) => organizations),
      spaces: all(({ spaces }) => spaces.keys()),
    });
    this.#endOver(listeners, rows);
    const newest = rows.find(({ source }) => source === "newest");
    if (newest !== undefined && newest.seq < this.#seen.last) return this.#beginAgain(listeners);
    const events = rows.filter(({ source }) => source === "event");
    for (const { seq } of events) this.#seen.see(seq, performance.now());
    const rights: Rights = new Map();
    for (const row of events) await this.#tell(toldOf(row), listeners, rights);
    for (const { user, told } of this.#standing.changes(rows)) {
      const theirs = user === undefined ? listeners : listeners.filter((one) => one.identity.userId === user);
      await this.#tell(told, theirs, rights);
    }
    await this.#askDoubted(listeners);
  }

  /** Sessions that are no more: signed out, expired, or of somebody who was disabled. */
  #endOver(listeners: readonly Listener[], rows: readonly HeardRow[]): void {
    const open = new Set(rows.filter(({ source }) => source === "session").map(({ subject }) => subject));
    for (const listener of listeners) {
      if (open.has(listener.identity.sessionId ?? "")) continue;
      listener.send("session-ended", {});
      listener.end();
      this.remove(listener);
    }
  }

  async #tell(said: LiveHint | undefined, listeners: readonly Listener[], rights: Rights): Promise<void> {
    if (said === undefined) return;
    const { space } = said;
    // What nobody here follows costs no question: most of what happens is elsewhere.
    if (
      said.event !== "permissions" &&
      space !== undefined &&
      !listeners.some((one) => one.spaces.has(space))
    )
      return;
    const told = await this.#numbered(said);
    for (const listener of listeners) {
      const organization = told.organization ?? listener.spaces.get(told.space ?? "");
      if (await this.#endWithoutFactor(listener, organization)) continue;
      if (told.event === "permissions")
        listener.hearOfRights(told, this.#seen.last, performance.now() + DOUBT_MS);
      else if (!listener.follows(told)) continue;
      else if (told.space !== undefined && !(await this.#maySee(listener, told.space, rights))) continue;
      else listener.send(told.event, told.data, this.#seen.last);
    }
  }

  /** With the number of the change request, by which people and addresses call it. */
  async #numbered(told: LiveHint): Promise<LiveHint> {
    const { organization, space: id, changeRequest, data } = told;
    if (organization === undefined || id === undefined || changeRequest === undefined) return told;
    const within = { organization_id: organization, id };
    const request = await findChangeRequest(this.#deps.db.read, within, changeRequest);
    return { ...told, data: { ...data, number: request?.number } };
  }

  /** After rights have changed: who has lost some hears it, and whose stream is about nothing any more is let go. */
  async #askDoubted(listeners: readonly Listener[]): Promise<void> {
    const now = performance.now();
    for (const listener of listeners.filter(({ doubtedUntil }) => doubtedUntil > now)) {
      const lost = [];
      if (await this.#endWithoutFactor(listener, ...listener.organizations)) continue;
      for (const space of listener.spaces.keys())
        if (!(await this.#maySee(listener, space, new Map()))) lost.push({ space });
      for (const organization of listener.organizations)
        if ((await this.#deps.members.find(organization, listener.identity)) === undefined)
          lost.push({ organization });
      if (lost.length === 0) continue;
      for (const one of lost) listener.lose(one, this.#seen.last);
      if (listener.followsSomething) continue;
      listener.end();
      this.remove(listener);
    }
  }

  /**
   * Ends the stream of somebody without a second factor where one of the organizations asks for it by now: when it was
   * opened the day may not have come. Who comes again is asked anew, and may have set one up.
   */
  async #endWithoutFactor(
    listener: Listener,
    ...organizations: readonly (string | undefined)[]
  ): Promise<boolean> {
    const { userId, through, withoutFactor } = listener.identity;
    if (withoutFactor === undefined) return false;
    const asking = { through, withoutFactor: this.#deps.clock.now() };
    for (const organization of organizations) {
      if (organization === undefined || !listener.organizations.has(organization)) continue;
      const member = await this.#deps.members.ofUser(organization, userId);
      if (member === undefined || !lacksFactor(asking, member)) continue;
      listener.end();
      this.remove(listener);
      return true;
    }
    return false;
  }

  #maySee({ identity }: Listener, space: string, rights: Rights): Promise<boolean> {
    const key = `${identity.userId} ${identity.through ?? ""} ${space}`;
    const known =
      rights.get(key) ?? seeSpace({ deps: this.#deps, identity }, space).then((thing) => thing !== undefined);
    rights.set(key, known);
    return known;
  }
}

/** What was asked in one round: once for each person and space. */
type Rights = Map<string, Promise<boolean>>;
