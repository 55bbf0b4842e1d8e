/** Where a PostgreSQL database is: on one server, or on several of which one takes writes at a time. */
import pg from "pg";
import { addressesOf } from "../ports/databaseAddress.ts";
import { OnlyCopy, outage } from "./rules.ts";

/** A server that copies another's writes takes none. */
const IS_STANDBY = "select pg_is_in_recovery() as standby";

/** The servers of a database, and which of them is asked: the one that answered last. */
export class Servers {
  readonly #urls: readonly string[];
  #at = 0;

  /** @throws when the address is none */
  constructor(url: string) {
    const urls = addressesOf(url);
    if (urls === undefined) throw new Error("The database URL is no address.");
    this.#urls = urls;
  }

  /** Asks until a server gives an answer, each once. @throws what the last one said */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    for (let left = this.#urls.length - 1; left > 0; left--) {
      try {
        return await question();
      } catch (error) {
        if (outage(error) !== "unreachable") throw error;
      }
    }
    return question();
  }

  /** A client of the server that is asked now, which leaves it where it doesn't answer or takes no writes. */
  client(config: pg.ClientConfig): pg.Client {
    return new (this.clients())(config);
  }

  /** The class of such clients, as a pool wants it. */
  clients(): new (config?: pg.ClientConfig) => pg.Client {
    const isOne = this.#urls.length === 1;
    const url = (): string => this.#urls[this.#at] as string;
    const leave = (left: string): void => this.#leave(left);
    return class extends pg.Client {
      readonly #url = url();

      constructor(config: pg.ClientConfig = {}) {
        super({ ...config, connectionString: url() });
        // Whoever asks is told by what they asked; unheard, the event would end the process.
        this.on("error", () => undefined);
      }

      override connect(): Promise<pg.Client>;
      override connect(done: (error: Error) => void): void;
      override connect(done?: (error: Error) => void): Promise<pg.Client> | void {
        const connecting = this.#connect();
        if (done === undefined) return connecting;
        connecting.then(() => (done as () => void)(), done);
      }

      async #connect(): Promise<pg.Client> {
        try {
          await super.connect();
          if (isOne || !(await this.#isStandby())) return this;
          void this.end().catch(() => undefined);
          throw new OnlyCopy("The database server copies another one, and takes no writes.");
        } catch (error) {
          leave(this.#url);
          throw error;
        }
      }

      async #isStandby(): Promise<boolean> {
        const { rows } = await this.query<{ standby: boolean }>(IS_STANDBY);
        return rows[0]?.standby === true;
      }
    };
  }

  /** Asks the next server from now on, unless others have left this one already. */
  #leave(url: string): void {
    if (this.#urls[this.#at] === url) this.#at = (this.#at + 1) % this.#urls.length;
  }
}
