/**
 * A GitHub App for an organization, by GitHub's manifest: a page that leads there, and what GitHub's answers lead back
 * to. What a browser brings back is a hint: the App and where it is installed is asked of GitHub itself.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { organizationRights } from "../access/table.ts";
import type { Row } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { conflict, forbidden, invalid, notFound } from "../http/errors.ts";
import { connectAccounts, createApp } from "../nouns/git/hosts/apps.ts";
import { HostRefused } from "../nouns/git/hosts/ask.ts";
import {
  appManifest,
  listAppAccounts,
  manifestAddress,
  sealOfApp,
  takeApp,
} from "../nouns/git/hosts/githubApp.ts";
import { readAddress, sealToken } from "../nouns/git/place.ts";
import { findApp, listApps } from "../nouns/git/queries.ts";
import { identifySession } from "../nouns/sessions/queries.ts";
import { prepare, sendReady } from "../pages/ready.ts";
import { encodingFor } from "../ports/encodings.ts";
import { goTo, pageAnswer } from "./answer.ts";
import { safeNext } from "./next.ts";
import type { AccountAssets } from "./pages/frame.ts";
import { renderGitApp } from "./pages/gitApp.ts";
import { changeBy, type SignedInPerson, signedIn } from "./visitor.ts";

/** How long somebody may take on GitHub, in milliseconds: its code is good for as long. */
const PATIENCE_MS = 3_600_000;
const PURPOSE = "git app";
const LONGEST = 4096;
const GITHUB = "https://github.com";
const ACCOUNT = /^[A-Za-z0-9-]{0,100}$/;

/** What goes to GitHub and comes back: who asks for what, signed by us. */
interface Errand {
  readonly organization: string;
  readonly app: string;
  readonly origin: string;
  readonly user: string;
  /** The path that it ends at. */
  readonly next: string;
  readonly until: number;
}

/** Mounts the pages. */
export function mountGitApps(scope: FastifyInstance, deps: Deps, assets: AccountAssets): void {
  scope.get(
    "/git/apps/new",
    signedIn(deps, async (who, request, reply) => {
      const organization = await organizationOf(deps, request, text(request, "organization"));
      const asked = text(request, "origin") || GITHUB;
      const { origin } = readAddress(deps, asked, "/origin");
      refuseUnknown(deps, origin);
      const account = text(request, "account");
      if (!ACCOUNT.test(account)) throw invalid("An organization on GitHub has letters, digits and hyphens.");
      const next = safeNext(text(request, "next")) ?? "/";
      const id = deps.newId();
      const until = deps.clock.now() + PATIENCE_MS;
      const errand = { organization: organization.id, app: id, origin, user: who.user.id, next, until };
      const of = { id, organization: organization.id, title: organization.title };
      const apps = await listApps(deps.db.read, organization.id, origin);
      const page = renderGitApp(assets, {
        made: apps.map(({ id: app, name, url }) => ({
          name,
          href: installAddress(deps, url, { ...errand, app }),
        })),
        organization: organization.title,
        action: manifestAddress(origin, account, sign(deps, errand)),
        manifest: JSON.stringify(appManifest(deps.addresses, of)),
        account,
        asked: { organization: organization.id, origin, next },
      });
      const answer = { ...pageAnswer(page, 200), formsTo: [origin] };
      return sendReady(request, reply, await prepare(answer, encodingFor(request.headers)));
    }),
  );

  scope.get(
    "/git/apps/made",
    signedIn(deps, async (who, request, reply) => {
      const errand = readErrand(deps, who, text(request, "state"));
      await organizationOf(deps, request, errand.organization);
      const key = { organization_id: errand.organization, id: errand.app };
      const known = await findApp(deps.db.read, key);
      // Whoever loads the page again goes on.
      const url = known?.url ?? (await makeApp(deps, request, errand));
      const until = deps.clock.now() + PATIENCE_MS;
      return leave(reply, installAddress(deps, url, { ...errand, until }));
    }),
  );

  scope.get(
    "/git/apps/installed",
    signedIn(deps, async (who, request, reply) => {
      const errand = readErrand(deps, who, text(request, "state"));
      const { id: organization_id } = await organizationOf(deps, request, errand.organization);
      const app = await findApp(deps.db.read, { organization_id, id: errand.app });
      if (app === undefined) throw notFound("The GitHub App");
      const accounts = await asking(() => listAppAccounts(deps, app));
      await changeBy(deps, request, who.user.id, async (change) => {
        const seal = (id: string): string => sealToken(deps.secrets, id, "");
        const made = await connectAccounts(change, app, accounts, { by: who.user.id, seal });
        for (const { id, account } of made)
          await change.trace({
            action: "git.connection.create",
            organization: organization_id,
            target: { type: "git-connection", id, label: new URL(app.origin).host },
            after: { origin: app.origin, app: app.name, account },
          });
        return {};
      });
      return goTo(reply, errand.next);
    }),
  );
}

/** Whoever is led here by a link sends what they press to that host. @throws 400 for one that nobody has vouched for */
function refuseUnknown({ addresses: { gitHubs = [] } }: Deps, origin: string): void {
  if (origin === GITHUB || gitHubs.includes(origin)) return;
  throw invalid(
    `${origin} is no GitHub that this installation knows. Whoever runs it names it in LECTERN_GITHUB_URLS; or connect with a token.`,
  );
}

/** Takes the App that GitHub has made. @returns its page on GitHub */
async function makeApp(deps: Deps, request: FastifyRequest, errand: Errand): Promise<string> {
  const code = text(request, "code");
  if (code === "") throw invalid("GitHub has sent no code. Begin again.");
  const { organization, app: id, origin, user } = errand;
  const made = await asking(() => takeApp(deps, origin, code));
  await changeBy(deps, request, user, async (change) => {
    const row = await createApp(change, {
      organization_id: organization,
      id,
      origin,
      app_id: made.appId,
      name: made.name,
      url: made.url,
      key: sealOfApp(deps.secrets, "key", id, made.key),
      hook_secret: sealOfApp(deps.secrets, "hook_secret", id, made.hookSecret),
      createdBy: user,
    });
    await change.trace({
      action: "git.app.create",
      organization,
      target: { type: "git-app", id, label: row.name },
      after: { origin, name: row.name, url: row.url },
    });
    return {};
  });
  return made.url;
}

/** @throws 409 with what GitHub says */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    throw conflict("github-refused", `${error.message} Begin again.`);
  }
}

/** The organization that somebody administers. @throws 404, 403 */
async function organizationOf(
  deps: Deps,
  request: FastifyRequest,
  id: string,
): Promise<Pick<Row<"organizations">, "id" | "title">> {
  const identity = await identifySession(deps, request.headers.cookie ?? "");
  const member = identity && (await deps.members.find(id, identity));
  if (member === undefined) throw notFound("The organization");
  if (!organizationRights(member.role).admin)
    throw forbidden("Only administrators of the organization can create a GitHub App for it.");
  const row = await deps.db.read
    .selectFrom("organizations")
    .select(["id", "title"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw notFound("The organization");
  return row;
}

/** Where an App of GitHub is installed. */
function installAddress(deps: Deps, url: string, errand: Errand): string {
  return `${url}/installations/new?state=${encodeURIComponent(sign(deps, errand))}`;
}

function sign({ secrets }: Deps, errand: Errand): string {
  const said = Buffer.from(JSON.stringify(errand)).toString("base64url");
  return `${said}.${secrets.sign(PURPOSE, said)}`;
}

/** @throws 400 for what was not signed for whoever comes back, or too long ago */
function readErrand({ secrets, clock }: Deps, { user }: SignedInPerson, state: string): Errand {
  const [said = "", signature = ""] = state.split(".");
  if (!secrets.verify(PURPOSE, said, signature))
    throw invalid(
      "This did not begin here. Open the settings of a space, and connect it with GitHub from there.",
    );
  const errand = JSON.parse(Buffer.from(said, "base64url").toString()) as Errand;
  if (errand.user !== user.id || errand.until < clock.now())
    throw invalid("Somebody else started this, or it was too long ago. Start again.");
  return errand;
}

function text(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === "string" && value.length <= LONGEST ? value : "";
}

/** To a page of GitHub. */
function leave(reply: FastifyReply, url: string): FastifyReply {
  return reply.header("cache-control", "private, no-store").redirect(url, 303);
}
