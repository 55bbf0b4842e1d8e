/** `lectern demo`: an organization with two sites worth looking at, of a company that doesn't exist. */
import type { Command } from "commander";
import { folded } from "../db/contains.ts";
import type { Read } from "../db/database.ts";
import { readSettings } from "../env.ts";
import type { RunningChange } from "../http/change.ts";
import { deleteOrganization } from "../nouns/orgs/end.ts";
import { foundOrganization } from "../nouns/orgs/found.ts";
import { deletePerson } from "../nouns/sessions/deletePerson.ts";
import { setPublished } from "../nouns/sites/commands.ts";
import { createToken, revokeToken } from "../nouns/tokens/commands.ts";
import { findOrCreateUsers } from "../nouns/users/commands.ts";
import { addressesOf } from "../open.ts";
import { listeningIn } from "../ports/listening.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { newToken } from "../ports/tokens.ts";
import { shippedFolder } from "../shipped.ts";
import { changeInstallation } from "./beside.ts";
import type { Remote } from "./connection.ts";
import { CommandMisuse, type Console } from "./console.ts";
import { type DemoTeam, makeDemoReview } from "./demoReview.ts";
import { makeDemoSites } from "./demoSites.ts";
import { inOneLine } from "./inOneLine.ts";
import { untilInterrupted } from "./interrupt.ts";
import { stepBars } from "./stepBars.ts";
import { throughServer } from "./throughServer.ts";
import { userByEmail } from "./token.ts";

const TITLE = "Windrose";
const HOSTNAME = "windrose";
/** What the ids of its organization and its people begin with: by that they are known again, whatever was done to them. */
const MARK = "windrose";
/** The people of the demo: by `.example` nobody is ever reached. */
const AUTHOR = { email: "mara@windrose.example", displayName: "Mara Voss", role: "edit" } as const;
const REVIEWER = { email: "tomas@windrose.example", displayName: "Tomas Lindqvist", role: "review" } as const;
const PEOPLE = [AUTHOR, REVIEWER] as const;
const INTERRUPTED = "Interrupted. lectern demo --remove takes away what was made.";
/** How long the command may act for somebody, in milliseconds; it ends that itself when it is done. */
const TOKEN_LIFETIME = 60 * 60 * 1000;

interface DemoOptions {
  readonly admin?: string;
  readonly remove?: boolean;
}

/** Adds `lectern demo`. */
export function addDemo(lectern: Command, console: Console): void {
  lectern
    .command("demo")
    .description("Add a sample organization with two sites to a running server")
    .option("--admin <email>", "its administrator; the first user of the installation by default")
    .option("--remove", "remove it again, with its people")
    .action(({ admin, remove = false }: DemoOptions) => {
      if (remove && admin !== undefined)
        throw new CommandMisuse("--remove takes no --admin: nobody is made administrator.");
      return remove ? removeDemo(console) : makeDemo(console, admin);
    });
}

/** Makes all of it. @throws StartRefused when it is there already, or when no server runs beside the command */
async function makeDemo(console: Console, admin: string | undefined): Promise<void> {
  const folder = shippedFolder("demo");
  if (folder === undefined)
    throw new StartRefused("The folder demo is missing beside the program. Take a whole release.");
  const url = await addressOfServer(console);
  const team = await changeInstallation(console, (change) => foundTeam(change, admin));
  const bars = stepBars(console.progress);
  const remoteOf = (person: Member): Remote => ({ url, token: person.secret });
  try {
    const made = await untilInterrupted(INTERRUPTED, (signal) =>
      withTeam(team, remoteOf, async (people) => {
        const { organization, administrator } = team;
        const run = { organization, folder, console, bars, signal };
        const remote = remoteOf(administrator);
        const sites = await makeDemoSites({ ...run, lectern: people.administrator, remote });
        return { ...sites, review: await makeDemoReview(people, sites.guides, folder) };
      }),
    );
    bars.end();
    console.print(`Documentation   ${made.docs}`);
    console.print(`Handbook        ${made.handbook}`);
    console.print(`Change request  ${made.review}`);
    console.note("lectern demo --remove takes all of it away again.");
  } finally {
    bars.end();
    await revoke(console, team);
  }
}

/** Somebody the command acts for, by a token that it revokes at its end. */
interface Member {
  readonly token: string;
  readonly secret: string;
}

interface Team {
  readonly organization: string;
  readonly administrator: Member;
  readonly author: Member;
  readonly reviewer: Member;
}

/** Founds the organization, with its people and a token for each. @throws StartRefused when it is there already */
async function foundTeam(change: RunningChange, admin: string | undefined): Promise<Team> {
  const { tx, now, newId, trace } = change;
  const newMarked = (): string => MARK + newId().slice(MARK.length);
  await refuseSecond(tx);
  const by = admin === undefined ? await firstUser(tx) : (await userByEmail(tx, admin)).id;
  const founded = { id: newMarked(), by, now, body: { title: TITLE } };
  const { id: organization } = await foundOrganization(tx, founded);
  const target = { type: "organization", id: organization, label: TITLE };
  await trace({ action: "organization.create", organization, target, after: { title: TITLE } });
  const people = PEOPLE.map((person) => ({ ...person, id: newMarked(), folded: folded(person.email) }));
  const ids = await findOrCreateUsers(tx, people, now);
  const member = async (user: string): Promise<Member> => {
    const secret = newToken();
    const expiresAt = now + TOKEN_LIFETIME;
    const made = { id: newId(), userId: user, label: "lectern demo", secret, expiresAt, now };
    return { token: (await createToken(tx, made)).id, secret };
  };
  const join = async ({ email, role }: (typeof PEOPLE)[number]): Promise<Member> => {
    const user = ids.get(folded(email)) as string;
    await tx
      .insertInto("members")
      .values({ organization_id: organization, user_id: user, role, joined_at: now })
      .execute();
    return member(user);
  };
  return {
    organization,
    administrator: await member(by),
    author: await join(AUTHOR),
    reviewer: await join(REVIEWER),
  };
}

/** @throws StartRefused when there is a demo already, or another organization of its name */
async function refuseSecond(read: Read): Promise<void> {
  const taken = await read
    .selectFrom("organizations")
    .select("hostname")
    .where((eb) => eb.or([eb("hostname", "=", HOSTNAME), eb("id", "like", `${MARK}%`)]))
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (taken !== undefined) {
    throw new StartRefused(
      `There is an organization ${taken.hostname} already. If it is a demo, lectern demo --remove takes it away; then run this again.`,
    );
  }
}

/** The account that was made first. @throws StartRefused when there is none */
async function firstUser(read: Read): Promise<string> {
  const user = await read
    .selectFrom("users")
    .select("id")
    .where("disabled_at", "is", null)
    .where("email", "!=", "")
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (user !== undefined) return user.id;
  throw new StartRefused("Nobody uses this installation yet. lectern user create adds somebody.");
}

/** Where the server beside us answers, on this machine. @throws StartRefused when none runs */
async function addressOfServer(console: Console): Promise<string> {
  const settings = readSettings(console.env);
  const ports = await listeningIn(settings.dataDir);
  if (ports !== undefined) return addressesOf({ ...settings, publicUrl: undefined }, ports).app;
  throw new StartRefused(
    `No server runs on ${settings.dataDir}. Run lectern start (npm start in a clone), and then this beside it.`,
  );
}

/** Lets each of them speak to the server as themselves. */
function withTeam<T>(
  team: Team,
  remoteOf: (person: Member) => Remote,
  work: (people: DemoTeam) => Promise<T>,
): Promise<T> {
  return throughServer(
    remoteOf(team.administrator),
    (administrator) =>
      throughServer(remoteOf(team.author), (author) =>
        throughServer(remoteOf(team.reviewer), (reviewer) => work({ administrator, author, reviewer })),
      ),
    true,
  );
}

async function revoke(console: Console, { administrator, author, reviewer }: Team): Promise<void> {
  await changeInstallation(console, async ({ tx, now }) => {
    for (const { token } of [administrator, author, reviewer]) await revokeToken(tx, token, now);
    return {};
  });
}

/** Takes the organization away, with its people. @throws StartRefused when none is a demo */
async function removeDemo(console: Console): Promise<void> {
  await changeInstallation(console, async ({ tx, now, newId, trace }) => {
    const demo = await tx
      .selectFrom("organizations")
      .select("id")
      .where("id", "like", `${MARK}%`)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (demo === undefined) throw new StartRefused("There is no demo here. lectern demo makes one.");
    const sites = await tx.selectFrom("sites").select("id").where("organization_id", "=", demo.id).execute();
    for (const { id } of sites) await setPublished(tx, { organization_id: demo.id, id }, false);
    await deleteOrganization(tx, { id: demo.id, now, newId });
    const target = { type: "organization", id: demo.id, label: TITLE };
    await trace({ action: "organization.delete", organization: demo.id, target });
    const people = await tx
      .selectFrom("users")
      .select("id")
      .where("id", "like", `${MARK}%`)
      // Of somebody who was deleted the row stays, without an address.
      .where("email", "!=", "")
      .execute();
    for (const { id: user } of people) await deletePerson(tx, { user, now, newId, trace }).catch(inOneLine);
    return {};
  });
  console.print(`${TITLE} is deleted, with its sites and its people.`);
}
