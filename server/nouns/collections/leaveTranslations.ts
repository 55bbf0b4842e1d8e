/** Translations keep in step within one organization: what leaves it is no translation, and no source of one. */
import { type Params, preparedWrite, type Write } from "../../db/database.ts";
import { conflict } from "../../http/errors.ts";

type Spaces = Params<{ organization: string; spaces: readonly string[] }>;

/** Those that follow, or are followed, while neither of the two is in the trash. */
const living = preparedWrite((tx, p: Spaces) =>
  tx
    .selectFrom("translated_spaces")
    .innerJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "translated_spaces.organization_id")
        .onRef("spaces.id", "=", "translated_spaces.space_id"),
    )
    .innerJoin("spaces as sources", (on) =>
      on
        .onRef("sources.organization_id", "=", "translated_spaces.organization_id")
        .onRef("sources.id", "=", "translated_spaces.source_id"),
    )
    .select("translated_spaces.space_id")
    .where((eb) =>
      eb.or([
        eb("translated_spaces.space_id", "in", p.list("spaces")),
        eb("translated_spaces.source_id", "in", p.list("spaces")),
      ]),
    )
    .where("spaces.deleted_at", "is", null)
    .where("sources.deleted_at", "is", null)
    .where("translated_spaces.organization_id", "=", p("organization"))
    .limit(1),
);
const end = preparedWrite((tx, p: Spaces) =>
  tx
    .deleteFrom("translated_spaces")
    .where("organization_id", "=", p("organization"))
    .where((eb) => eb.or([eb("space_id", "in", p.list("spaces")), eb("source_id", "in", p.list("spaces"))])),
);

/**
 * Ends the translations of spaces that go to another organization.
 * @throws 409 while one goes on; those of which one side is in the trash end
 */
export async function leaveTranslations(
  tx: Write,
  organization: string,
  spaces: readonly string[],
): Promise<void> {
  if (spaces.length === 0) return;
  const [goesOn] = await living.all(tx, { organization, spaces });
  if (goesOn !== undefined) {
    throw conflict(
      "in-translation",
      `A translation keeps in step with its source within one organization. End the translation ${goesOn.space_id} first.`,
    );
  }
  await end.run(tx, { organization, spaces });
}
