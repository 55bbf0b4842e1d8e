/** What networks and renderers are told after something: the tags of the answers that are others, each once. */
import { tagsOf } from "../nouns/webhooks/renderers.ts";
import type { World } from "./harness.ts";

export async function changedAnswers(world: World, work: () => Promise<unknown>): Promise<string[]> {
  const { read } = world.deps.db;
  const last = await read
    .selectFrom("outbox")
    .select((eb) => eb.fn.max("seq").as("seq"))
    .executeTakeFirst();
  await work();
  const events = await read
    .selectFrom("outbox")
    .select(["kind", "payload", "organization_id"])
    .where("seq", ">", last?.seq ?? 0)
    .where("purge_at", "is not", null)
    .execute();
  const tags = await Promise.all(events.map((event) => tagsOf(read, event)));
  return [...new Set(tags.flat())].toSorted();
}
