/** The pages for people, called as a browser would: with its cookies, and the headers that it sends with a form. */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import type { Deps } from "../deps.ts";
import { hashPassword } from "../nouns/sessions/passwords.ts";
import type { Assets } from "../pages/assets.ts";
import { builtAssets } from "../test/assets.ts";
import type { Person, World } from "../test/harness.ts";

export const OWN = "http://app.test";

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
}

/** A browser: it keeps the cookies that it is given. */
export class Visitor {
  readonly #app: () => FastifyInstance;
  readonly #address: string;
  readonly cookies = new Map<string, string>();

  constructor(app: () => FastifyInstance, address: string) {
    this.#app = app;
    this.#address = address;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.#send("GET", url, headers);
  }

  post(
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const own = { origin: OWN, "content-type": "application/x-www-form-urlencoded" };
    return this.#send("POST", url, { ...own, ...headers }, new URLSearchParams(fields).toString());
  }

  async #send(
    method: "GET" | "POST",
    url: string,
    headers: Record<string, string>,
    payload?: string,
  ): Promise<PageAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await this.#app().inject({
      method,
      url,
      remoteAddress: this.#address,
      headers: { ...(cookie === "" ? {} : { cookie }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: answer.statusCode, headers: answer.headers, text: answer.body };
  }
}

/** Opens the pages of a world before the file's tests; `deps` replaces some of what they are made with. */
export function usePages(world: () => World, replaced: () => Partial<Deps> = () => ({})) {
  let app: FastifyInstance | undefined;
  let assets: Assets | undefined;
  let addresses = 0;
  const opened = (): FastifyInstance => app as FastifyInstance;
  beforeAll(async () => {
    assets = builtAssets();
    app = world().openApp(replaced(), { assets });
  });
  afterAll(async () => {
    await app?.close();
  });
  return {
    app: opened,
    assets: () => assets as Assets,
    /** Somebody in a network of their own, unless it is said which. */
    visitor: (address = `10.${Math.floor(++addresses / 200)}.${addresses % 200}.1`) =>
      new Visitor(opened, address),
  };
}

const hashes = new Map<string, Promise<string>>();

/** Gives somebody a password without the pages. */
export async function givePassword({ deps }: World, person: Person, password: string): Promise<void> {
  const hashing = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hashing);
  const password_hash = await hashing;
  await deps.db.transact(async (tx) => {
    await tx.updateTable("users").set({ password_hash }).where("id", "=", person.id).execute();
  });
}
