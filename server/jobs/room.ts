/** How the disk of the files fills: the room on it, noted once a day, is what `lectern doctor` reckons from. */
import type { Read, Write } from "../db/database.ts";

const KEY = "room";
/** Days that are kept. */
const DAYS = 30;

/** The room that there was. */
export interface NotedRoom {
  readonly at: number;
  readonly bytes: number;
}

/** The last thirty days, the oldest first. */
export async function notedRooms(read: Read): Promise<NotedRoom[]> {
  const row = await read.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row === undefined ? [] : JSON.parse(row.value);
}

/** Adds today's. */
export async function noteRoom(tx: Write, room: NotedRoom): Promise<void> {
  const value = JSON.stringify([...(await notedRooms(tx)), room].slice(-DAYS));
  await tx
    .insertInto("meta")
    .values({ key: KEY, value })
    .onConflict((on) => on.column("key").doUpdateSet({ value }))
    .execute();
}
