/** How somebody has the console: kept with them, so that it is the same in every browser. */
import { type Static, Type } from "typebox";
import type { Read, Write } from "../../db/database.ts";
import { invalid, preconditionFailed } from "../../http/errors.ts";
import { closed, named } from "../../http/named.ts";
import {
  holding,
  type LoadCall,
  type LooseOperation,
  ok,
  op,
  type VersionedThing,
} from "../../http/operation.ts";
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

/** Somebody's own settings. */
interface SettingsThing extends VersionedThing<"edit"> {
  readonly settings: UserSettings;
  readonly version: number;
}

async function loadSettings({ deps, identity }: LoadCall): Promise<SettingsThing> {
  return { ...(await readSettings(deps.db.read, identity.userId)), rights: { view: true, edit: true } };
}

const noun = "Your settings";

export const settingsOperations: readonly LooseOperation[] = [
  op({
    method: "GET",
    url: "/user/settings",
    operationId: "getSettingsOfAuthenticatedUser",
    call: "userSettings.get",
    summary: "Get your settings of the console",
    scopes: [],
    access: holding(noun, loadSettings, "view"),
    answers: { 200: UserSettings },
    tagged: true,
    handler: ({ thing: { settings, version } }) => ok(settings, version),
  }),
  op({
    method: "PATCH",
    url: "/user/settings",
    operationId: "updateSettingsOfAuthenticatedUser",
    call: "userSettings.update",
    summary: "Change your settings of the console",
    description: "Fields that are left out stay, and `null` forgets one. All of it may take 8 kB as JSON.",
    scopes: [],
    access: holding(noun, loadSettings, "edit"),
    shapes: { body: UpdateUserSettings },
    answers: { 200: UserSettings },
    tagged: true,
    points: 1,
    handler: ({ identity: { userId: id }, body, change, expectedVersion }) =>
      change(async ({ tx, now, trace }) => {
        const { settings, version } = await patchSettings(tx, id, { body, now, expectedVersion });
        await trace({
          action: "user.settings.update",
          target: { type: "user", id },
          after: { fields: Object.keys(body) },
        });
        return ok(settings, version);
      }),
  }),
];

async function readSettings(read: Read, user: string): Promise<Pick<SettingsThing, "settings" | "version">> {
  const row = await read
    .selectFrom("user_settings")
    .select(["settings", "version"])
    .where("user_id", "=", user)
    .executeTakeFirst();
  return { settings: JSON.parse(row?.settings ?? "{}") as UserSettings, version: row?.version ?? 1 };
}

interface SettingsPatch {
  readonly body: Static<typeof UpdateUserSettings>;
  /** Milliseconds. */
  readonly now: number;
  readonly expectedVersion: number | undefined;
}

/** @throws 400 when they become too many, 412 */
async function patchSettings(tx: Write, user: string, { body, now, expectedVersion }: SettingsPatch) {
  // The person's row is what two changes at once wait for.
  await tx.selectFrom("users").select("id").where("id", "=", user).forUpdate().execute();
  const before = await readSettings(tx, user);
  if (expectedVersion !== undefined && expectedVersion !== before.version) throw preconditionFailed();
  const kept = Object.entries({ ...before.settings, ...body }).filter(([, value]) => value !== null);
  const settings = JSON.stringify(Object.fromEntries(kept));
  if (Buffer.byteLength(settings) > MOST_BYTES)
    throw invalid("Your settings would take more than 8 kB. Leave out some favourites or recents.");
  const row = { settings, updated_at: now, version: before.version + 1 };
  await tx
    .insertInto("user_settings")
    .values({ user_id: user, ...row })
    .onConflict((on) => on.column("user_id").doUpdateSet(row))
    .execute();
  return { settings: JSON.parse(settings) as UserSettings, version: row.version };
}
