/** How somebody has the console: kept with them, so that it is the same in every browser. */
import { type Static, Type } from "typebox";
import type { Read, Write } from "../../db/database.ts";
import { invalid } from "../../http/errors.ts";
import { closed, named } from "../../http/named.ts";
import { anyUser, type LooseOperation, ok, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";

/** What all of it may take as JSON, in bytes. */
const MOST_BYTES = 8 * 1024;

const place = (description: string, maxItems: number) =>
  Type.Array(named("PlaceOfUser", closed({ space: Id, page: Type.Optional(Id) })), { maxItems, description });

const fields = {
  theme: Type.Enum(["system", "light", "dark"], { description: "`system`: as the browser has it." }),
  singleKeys: Type.Boolean({ description: "Whether single letters are shortcuts." }),
  favourites: place("Spaces and pages, in the order in which they are shown.", 50),
  recents: place("What was open, the last first.", 30),
  proposesIn: Type.Array(Id, {
    maxItems: 50,
    description: "Spaces in which they change pages by change requests, though they could do it directly.",
  }),
};

const optional = {
  theme: Type.Optional(fields.theme),
  singleKeys: Type.Optional(fields.singleKeys),
  favourites: Type.Optional(fields.favourites),
  recents: Type.Optional(fields.recents),
  proposesIn: Type.Optional(fields.proposesIn),
};

const UserSettings = named(
  "UserSettings",
  Type.Object(optional, { description: "What was never set is absent." }),
);
type UserSettings = Static<typeof UserSettings>;

const UpdateUserSettings = named(
  "UpdateUserSettings",
  closed({
    theme: Type.Optional(Type.Union([fields.theme, Type.Null()])),
    singleKeys: Type.Optional(Type.Union([fields.singleKeys, Type.Null()])),
    favourites: Type.Optional(Type.Union([fields.favourites, Type.Null()])),
    recents: Type.Optional(Type.Union([fields.recents, Type.Null()])),
    proposesIn: Type.Optional(Type.Union([fields.proposesIn, Type.Null()])),
  }),
);

export const settingsOperations: readonly LooseOperation[] = [
  op({
    method: "GET",
    url: "/user/settings",
    operationId: "getSettingsOfAuthenticatedUser",
    call: "userSettings.get",
    summary: "Get your settings of the console",
    scopes: [],
    access: anyUser,
    answers: { 200: UserSettings },
    handler: async ({ deps, identity }) => ok(await readSettings(deps.db.read, identity.userId)),
  }),
  op({
    method: "PATCH",
    url: "/user/settings",
    operationId: "updateSettingsOfAuthenticatedUser",
    call: "userSettings.update",
    summary: "Change your settings of the console",
    description: "Fields that are left out stay, and `null` forgets one. All of it may take 8 kB as JSON.",
    scopes: [],
    access: anyUser,
    shapes: { body: UpdateUserSettings },
    answers: { 200: UserSettings },
    ifMatch: "nothing",
    points: 1,
    handler: ({ identity: { userId: id }, body, change }) =>
      change(async ({ tx, now, trace }) => {
        const settings = await patchSettings(tx, id, body, now);
        await trace({
          action: "user.settings.update",
          target: { type: "user", id },
          after: { fields: Object.keys(body) },
        });
        return ok(settings);
      }),
  }),
];

async function readSettings(read: Read, user: string): Promise<UserSettings> {
  const row = await read
    .selectFrom("user_settings")
    .select("settings")
    .where("user_id", "=", user)
    .executeTakeFirst();
  return JSON.parse(row?.settings ?? "{}") as UserSettings;
}

/** @throws 400 when they become too many */
async function patchSettings(
  tx: Write,
  user: string,
  body: Static<typeof UpdateUserSettings>,
  now: number,
): Promise<UserSettings> {
  // The person's row is what two changes at once wait for.
  await tx.selectFrom("users").select("id").where("id", "=", user).forUpdate().execute();
  const before = await readSettings(tx, user);
  const kept = Object.entries({ ...before, ...body }).filter(([, value]) => value !== null);
  const settings = JSON.stringify(Object.fromEntries(kept));
  if (Buffer.byteLength(settings) > MOST_BYTES)
    throw invalid("Your settings would take more than 8 kB. Leave out some favourites or recents.");
  const row = { settings, updated_at: now };
  await tx
    .insertInto("user_settings")
    .values({ user_id: user, ...row })
    .onConflict((on) => on.column("user_id").doUpdateSet(row))
    .execute();
  return JSON.parse(settings) as UserSettings;
}
