/**
 * Deleting a person: everything that is about them goes, and what they made for an organization stays, under the name
 * "Former member". Their row stays for that, without name and address: two former members in one discussion are two.
 */
import { enqueue } from "../../db/jobs.ts";
import type { Write } from "../../db/database.ts";
import { folded } from "../../db/contains.ts";
import type { Schema } from "../../db/schema.ts";
import type { Trace } from "../../access/trail.ts";
import { removeMember } from "../members/commands.ts";

const FORMER_MEMBER = "Former member";
export const FORGET_PERSON = "forget-person";

/** What is about a person and nobody else: it goes at once. */
export const THEIRS = [
  "authenticators",
  "device_grants",
  "idempotency",
  "invite_uses",
  "notifications",
  "passkeys",
  "presence",
  "recovery_codes",
  "removed_members",
  "requested_reviewers",
  "saml_identities",
  "sessions",
  "sign_in_links",
  "sign_in_steps",
  "site_look_drafts",
  "tokens",
  "user_photos",
  "user_settings",
] as const satisfies readonly (keyof Schema)[];

interface Deletion {
  readonly user: string;
  readonly now: number;
  readonly newId: () => string;
  readonly trace: (said: Trace) => Promise<unknown>;
}

/**
 * Deletes a person, who is out everywhere with the transaction. A job takes their name out of the audit logs afterwards.
 * @throws 409 while an organization would be left without an administrator
 */
export async function deletePerson(tx: Write, { user, now, newId, trace }: Deletion): Promise<void> {
  // Whoever signs in now waits, and finds nobody.
  await tx.selectFrom("users").select("id").where("id", "=", user).forUpdate().execute();
  for (const { organization_id: organization } of await membershipsOf(tx, user)) {
    await removeMember(tx, { organization, user, by: user, now, expected: undefined });
    await trace({ action: "member.remove", organization, target: { type: "member", id: user } });
  }
  for (const table of THEIRS) await tx.deleteFrom(table).where("user_id", "=", user).execute();
  // E-mails to them that wait or have failed, whose errors may name their address.
  await tx.deleteFrom("jobs").where("user_id", "=", user).where("state", "!=", "running").execute();
  await tx
    .updateTable("users")
    .set({
      email: "",
      // Unique, and nobody's address.
      email_folded: user,
      email_verified: 0,
      display_name: FORMER_MEMBER,
      name_folded: folded(FORMER_MEMBER),
      photo_url: null,
      password_hash: null,
      disabled_at: now,
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", user)
    .execute();
  await trace({ action: "user.delete", target: { type: "user", id: user } });
  const job = { id: newId(), kind: FORGET_PERSON, key: `${FORGET_PERSON}/${user}`, payload: { user } };
  // An account is the installation's, whichever organizations its person was a member of.
  await enqueue(tx, { ...job, due: now, now, organization: null });
}

/** In one order for all, as the organizations are locked one after the other. */
function membershipsOf(tx: Write, user: string) {
  return tx
    .selectFrom("members")
    .select("organization_id")
    .where("user_id", "=", user)
    .orderBy("organization_id")
    .execute();
}

/** Rows of the audit log that one transaction looks through. */
const SLICE = 2000;

interface ForgetRun {
  readonly job: { readonly payload: string; readonly progress: string | null };
  write<T>(work: (tx: Write) => Promise<T>, progress?: unknown): Promise<T>;
}

/** Takes the name, the address and the networks of somebody who was deleted out of the audit logs, in slices. */
export function forgetPersonJob(): (run: ForgetRun) => Promise<object> {
  return async (run) => {
    const { user } = JSON.parse(run.job.payload) as { user: string };
    let after = (JSON.parse(run.job.progress ?? "{}") as { seq?: number }).seq ?? 0;
    for (;;) {
      const until = after + SLICE;
      const isEnd = await run.write(
        async (tx) => {
          await forgetIn(tx, user, after, until);
          const later = await tx
            .selectFrom("audit")
            .select("seq")
            .where("seq", ">", until)
            .limit(1)
            .execute();
          return later.length === 0;
        },
        { seq: until },
      );
      if (isEnd) return {};
      after = until;
    }
  };
}

/** What stands beside these says who somebody was, or where. */
const SAY_WHO = ["user.update", "user.approve-program", "user.deny-program"];

async function forgetIn(tx: Write, user: string, after: number, until: number): Promise<void> {
  const among = () => tx.updateTable("audit").where("seq", ">", after).where("seq", "<=", until);
  await among().set({ actor_label: null, ip: null }).where("actor_id", "=", user).execute();
  await among().set({ target_label: null }).where("target_id", "=", user).execute();
  // Whoever is at the door and not in may be they. What others did to them came from the networks of others.
  const outside = among().set({ ip: null }).where("target_id", "=", user);
  await outside.where("actor_type", "=", "system").execute();
  // What they called themselves, and the machines and networks of the programs that they were asked to let in.
  const said = among().set({ before: null, after: null });
  await said.where("target_id", "=", user).where("action", "in", SAY_WHO).execute();
  // What they called what was theirs alone.
  const called = among().set({ target_label: null }).where("actor_id", "=", user);
  await called.where("target_type", "in", ["token", "session"]).execute();
}
