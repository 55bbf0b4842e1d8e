/** Sites with visitors, for tests. */
import { SignJWT } from "jose";
import type { Person, Visit, World } from "../../test/harness.ts";

/** A site of one space, with the key of its visitors. */
export interface VisitedSite {
  readonly id: string;
  /** Below `/v1`. */
  readonly api: string;
  /** The site's path prefix. */
  readonly base: string;
  readonly space: string;
  readonly siteSpace: string;
  readonly key: string;
}

export const LOGIN = "https://login.example.com/docs?tenant=acme";

/** Makes a site, published, whose login is `LOGIN`. */
export async function makeSite(world: World, owner: Person, title: string): Promise<VisitedSite> {
  const sites = `/orgs/${world.organization}/sites`;
  const { body: site } = await world.post(sites, { title, spaces: "empty" }, owner);
  const api = `${sites}/${site.id}`;
  const { body: spaces } = await world.get(`${api}/site-spaces`, owner);
  const auth = { backend: "custom", fallbackURL: LOGIN };
  const { body } = await world.patch(`${api}/publishing/auth`, auth, owner);
  await world.post(`${api}/publish`, undefined, owner);
  const [{ id: siteSpace, space }] = spaces.items;
  return {
    id: site.id,
    api,
    base: `/acme/${site.basename}/`,
    space: space.id,
    siteSpace,
    key: body.privateKey,
  };
}

/** A token that says `claims`, good for two hours unless they say otherwise. */
export function tokenOf(world: World, key: string, claims: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(world.deps.clock.now() / 1000);
  return new SignJWT({ iat: now, exp: now + 7200, ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(key));
}

/** The cookies that an answer sets, as the next request carries them. */
export function cookiesFrom({ headers }: Visit): string {
  const set = [headers["set-cookie"] ?? []].flat().map(String);
  return set
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
