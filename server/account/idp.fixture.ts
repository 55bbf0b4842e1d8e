/** An identity provider on this machine: the one of npm, with real keys, over real HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import { type IdpKeys, idpKeys } from "../access/saml/idp.fixture.ts";

interface Profile {
  readonly email: string;
  readonly first?: string;
  readonly last?: string;
}

type Handler = (request: object, response: object, next: (error: Error) => void) => void;
const samlp = createRequire(import.meta.url)("samlp") as { auth: (options: object) => Handler };

/** How people are told of: the address as NameID, and two attributes. */
function mapperOf({ email, first, last }: Profile) {
  return () => ({
    getClaims: () => ({ first_name: first, last_name: last }),
    getNameIdentifier: () => ({
      nameIdentifier: email,
      nameIdentifierFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    }),
  });
}

/** Where a request asks for its answer to be sent. */
function acsIn(request: string): string {
  const xml = inflateRawSync(Buffer.from(request, "base64")).toString();
  return /AssertionConsumerServiceURL="([^"]*)"/.exec(xml)?.[1] ?? "";
}

export interface ProviderAnswer {
  readonly SAMLResponse: string;
  readonly RelayState: string;
  /** Where the page that carries them sends them. */
  readonly action: string;
}

export class IdentityProvider {
  readonly keys: IdpKeys = idpKeys();
  /** Who is signed in there. */
  person: Profile = { email: "ann@example.com", first: "Ann", last: "Lee" };
  /** What it does differently from what is usual. */
  options: object = {};
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async open(): Promise<IdentityProvider> {
    const idp = new IdentityProvider();
    await new Promise<void>((resolve) => idp.#server.listen(0, "127.0.0.1", resolve));
    return idp;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return `${this.origin}/metadata`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => void this.#server.close(() => resolve()));
  }

  /** What it answers to the request that an address carries. */
  async answer(location: string): Promise<ProviderAnswer> {
    const page = await (await fetch(location)).text();
    const field = (name: string): string =>
      new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? "";
    const action = /action="([^"]*)"/.exec(page)?.[1] ?? "";
    return { SAMLResponse: field("SAMLResponse"), RelayState: field("RelayState"), action };
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", this.origin);
    const asked = url.searchParams.get("SAMLRequest");
    // Its own page, for those who come without a request.
    if (asked === null) {
      response.setHeader("content-type", "text/html").end("<!doctype html><title>Applications</title>");
      return;
    }
    const acs = acsIn(asked);
    const auth = samlp.auth({
      recipient: acs,
      destination: acs,
      issuer: this.issuer,
      cert: this.keys.certificate,
      key: this.keys.key,
      lifetimeInSeconds: 300,
      profileMapper: mapperOf(this.person),
      getUserFromRequest: () => this.person,
      getPostURL: (...asked: unknown[]) => (asked.at(-1) as (error: null, url: string) => void)(null, acs),
      ...this.options,
    });
    const shim = {
      set: (name: string, value: string) => response.setHeader(name, value),
      send: (...content: unknown[]) => response.end(String(content.at(-1))),
    };
    const sent = {
      method: request.method,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
    };
    auth(sent, shim, (error) => response.writeHead(500).end(error.message));
  }
}
