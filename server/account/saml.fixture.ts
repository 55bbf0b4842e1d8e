/** An organization with an identity provider on this machine, and what browsers do to sign in through it. */
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Person, useWorld } from "../test/harness.ts";
import { IdentityProvider, type ProviderAnswer } from "./idp.fixture.ts";
import { givePassword, type PageAnswer, type usePages, type Visitor } from "./pages.fixture.ts";

export const PASSWORD = "four words of my own";

interface MadeProvider {
  readonly id: string;
  readonly service: { readonly acsURL: string; readonly startURL: string; readonly entityID: string };
}

/** The path of an address of ours. */
export const path = (url: string): string => url.slice("http://app.test".length);
export const leadsTo = ({ status, headers }: PageAnswer) => [status, headers["location"]];
export const isIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;

/** What tests of a file do through one identity provider. */
class Saml {
  readonly #world: ReturnType<typeof useWorld>;
  readonly #pages: ReturnType<typeof usePages>;
  #opened: { readonly idp: IdentityProvider; readonly ada: Person } | undefined;
  #provider: MadeProvider | undefined;
  #last = 0;

  constructor(world: ReturnType<typeof useWorld>, pages: ReturnType<typeof usePages>) {
    this.#world = world;
    this.#pages = pages;
  }

  async open(): Promise<void> {
    const ada = await this.#world().addPerson("ada", "admin");
    this.#opened = { idp: await IdentityProvider.open(), ada };
    await givePassword(this.#world(), ada, PASSWORD);
    this.#provider = await this.newProvider(this.#world().organization, ada);
  }

  get idp(): IdentityProvider {
    return there(this.#opened).idp;
  }

  /** The administrator. */
  get ada(): Person {
    return there(this.#opened).ada;
  }

  get provider(): MadeProvider {
    return there(this.#provider);
  }

  /** Where a browser begins. */
  get start(): string {
    return path(this.provider.service.startURL);
  }

  /** A number that no name of the file has yet. */
  another(): number {
    return ++this.#last;
  }

  base = (): string => `/orgs/${this.#world().organization}`;

  arrives = (email: string, first = "Ann", last = "Lee"): void =>
    void (this.idp.person = { email, first, last });

  newProvider = async (organization: string, as: Person, more: object = {}): Promise<MadeProvider> => {
    const body = {
      label: "Test IdP",
      ssoURL: `${this.idp.origin}/sso`,
      entityID: this.idp.issuer,
      certificate: this.idp.keys.certificate,
      defaultRole: "comment",
      ...more,
    };
    return (await this.#world().post(`/orgs/${organization}/saml`, body, as)).body;
  };

  /** Goes to the provider and comes back with its answer. */
  askIdp = async (visitor: Visitor, from = this.start): Promise<ProviderAnswer> => {
    const { status, headers } = await visitor.get(from);
    expect(status).toBe(302);
    return this.idp.answer(String(headers["location"]));
  };

  /** The provider's page posts the answer: a request of another site, which carries none of our cookies. */
  post = ({ SAMLResponse, RelayState, action }: ProviderAnswer, to = path(action)): Promise<PageAnswer> => {
    const headers = { origin: this.idp.origin, "sec-fetch-site": "cross-site" };
    return this.#pages.visitor().post(to, { SAMLResponse, RelayState }, headers);
  };

  comeIn = async (visitor: Visitor, from = this.start): Promise<PageAnswer> => {
    const posted = await this.post(await this.askIdp(visitor, from));
    if (posted.status !== 303) return posted;
    return visitor.get(String(posted.headers["location"]));
  };

  memberWith = async (email: string) => {
    const address = `${this.base()}/members?search=${encodeURIComponent(email)}`;
    return (await this.#world().get(address, this.ada)).body.items[0];
  };
}

/** Before each test somebody new is signed in at the identity provider, which does all as usual. */
export function useSaml(world: ReturnType<typeof useWorld>, pages: ReturnType<typeof usePages>): Saml {
  const saml = new Saml(world, pages);
  beforeAll(() => saml.open());
  afterAll(() => saml.idp.close());
  beforeEach(() => {
    saml.idp.options = {};
    saml.arrives(`person${saml.another()}@example.com`);
  });
  return saml;
}

function there<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error("It is made before the first test.");
  return thing;
}
