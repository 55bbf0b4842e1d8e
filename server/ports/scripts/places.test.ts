/** Who has how many places, and who gives one up for whom. */
import { expect, test } from "vitest";
import { ScriptPlaces } from "./places.ts";

/** Rooms that stay until they are asked to go, and go when the test says so; while `isStarting`, new ones aren't asked. */
function open(most: number) {
  const rooms: {
    readonly owner: string;
    isAsked: boolean;
    isStarting: boolean;
    readonly leave: () => void;
  }[] = [];
  let isStarting = false;
  const places = new ScriptPlaces({
    most,
    makeWay: (mayBe) => {
      const staying = rooms.filter((room) => !room.isAsked && !room.isStarting);
      const of = (owner: string) => staying.filter((room) => room.owner === owner).length;
      const room = staying.find(({ owner }) => mayBe(owner, of(owner)));
      if (room !== undefined) room.isAsked = true;
      return room !== undefined;
    },
    leaving: () => rooms.filter(({ isAsked }) => isAsked).length,
  });
  const settled = () => new Promise((done) => setImmediate(done));
  return {
    places,
    /** As many as somebody wishes, as far as they get them. */
    async comes(owner: string, times = 1): Promise<void> {
      for (let time = 0; time < times; time++)
        void places.enter(owner).then((leave) => rooms.push({ owner, isAsked: false, isStarting, leave }));
      await settled();
    },
    /** From now on rooms take their time to start. */
    startsSlowly(): void {
      isStarting = true;
    },
    /** One that is starting has started. */
    opens(owner: string): void {
      const room = rooms.find((one) => one.owner === owner && one.isStarting);
      if (room === undefined) throw new Error(`${owner} starts no room.`);
      room.isStarting = false;
      places.opened();
    },
    /** The one that was asked to first, or else the oldest of somebody. */
    async ends(owner: string): Promise<void> {
      const own = rooms.filter((room) => room.owner === owner);
      const room = own.find(({ isAsked }) => isAsked) ?? own[0];
      if (room === undefined) throw new Error(`${owner} has no room.`);
      rooms.splice(rooms.indexOf(room), 1);
      room.leave();
      await settled();
    },
    of: (...owners: string[]) => owners.map((owner) => rooms.filter((room) => room.owner === owner).length),
    asked: (owner: string) => rooms.filter((room) => room.owner === owner && room.isAsked).length,
  };
}

test("one organization alone has all but one, and hands them on among its own", async () => {
  const { comes, ends, of, places } = open(8);
  await comes("a", 20);
  expect([...of("a"), places.waiting]).toEqual([7, 13]);
  await ends("a");
  expect([...of("a"), places.waiting]).toEqual([7, 12]);
});

test("who came later gets their share from one that has more and never stops asking", async () => {
  const { comes, ends, of, asked, places } = open(8);
  await comes("a", 100);
  await comes("b");
  expect(of("a", "b")).toEqual([7, 1]);
  // Nobody waits but its own: it keeps what it has.
  await ends("a");
  expect(of("a", "b")).toEqual([7, 1]);
  await comes("b", 10);
  const seen: (number | undefined)[][] = [];
  for (let time = 0; time < 4; time++) {
    expect(asked("a")).toBeGreaterThan(0);
    await ends("a");
    seen.push(of("a", "b"));
  }
  // A second one while six are left to share, and a third: then each has half of what the other leaves.
  expect(seen).toEqual([
    [6, 1],
    [5, 2],
    [4, 2],
    [3, 3],
  ]);
  for (const one of ["a", "b", "a", "a", "b", "b"]) await ends(one);
  expect(of("a", "b")).toEqual([3, 3]);
  expect(places.waiting).toBeGreaterThan(0);
});

test("who has none yet waits for one of those with too many, and not for somebody with one", async () => {
  const { comes, ends, of, asked } = open(4);
  await comes("b");
  await comes("c");
  await comes("a", 5);
  expect(of("a", "b", "c")).toEqual([1, 1, 1]);
  await ends("b");
  await ends("c");
  expect(of("a")).toEqual([3]);
  await comes("b");
  await comes("c");
  expect([asked("a") > 0, asked("b")]).toEqual([true, 0]);
  await ends("a");
  expect(of("a", "b", "c")).toEqual([2, 1, 1]);
});

test("where all have one, the next one waits for any of them", async () => {
  const { comes, ends, of, asked, places } = open(2);
  await comes("a");
  await comes("b");
  await comes("c");
  expect([asked("a"), asked("b"), places.isWanted("b")]).toEqual([1, 0, true]);
  await ends("a");
  expect(of("a", "b", "c")).toEqual([0, 1, 1]);
  expect(places.isWanted("b")).toBe(false);
});

test("who comes while all others are starting has one of them asked as soon as it has started, and no more", async () => {
  const { comes, ends, of, asked, opens, startsSlowly } = open(8);
  startsSlowly();
  await comes("a", 7);
  await comes("b");
  await comes("c");
  expect([asked("a"), asked("b")]).toEqual([0, 0]);
  opens("b");
  // It has the only one that it may have, and whoever has too many has none that can go.
  expect([asked("a"), asked("b")]).toEqual([0, 1]);
  for (let time = 0; time < 7; time++) opens("a");
  expect([asked("a"), asked("b")]).toEqual([0, 1]);
  await ends("b");
  expect(of("a", "b", "c")).toEqual([7, 0, 1]);
});

test("who has too many is asked first of those that have started, once for each that waits", async () => {
  const { comes, asked, opens, startsSlowly } = open(8);
  startsSlowly();
  await comes("a", 7);
  await comes("b");
  await comes("c", 2);
  for (let time = 0; time < 7; time++) opens("a");
  opens("b");
  expect([asked("a"), asked("b")]).toEqual([2, 0]);
});

test("one who waits for a place of its own has one room asked, however many others are left", async () => {
  const { comes, ends, of, asked, places } = open(8);
  await comes("b", 3);
  await comes("a", 3);
  await comes("a");
  await comes("b", 3);
  expect([of("a", "b"), places.waiting, asked("a")]).toEqual([[3, 3], 4, 1]);
  for (let time = 0; time < 3; time++) await ends("b");
  expect([of("a", "b"), places.waiting, asked("a")]).toEqual([[3, 3], 1, 1]);
  await ends("a");
  expect([of("a", "b"), places.waiting, asked("a")]).toEqual([[3, 3], 0, 0]);
});

test("who waits too long is told so, and is waited for by nobody", async () => {
  const places = new ScriptPlaces({
    most: 1,
    patience: 5,
    refusal: (why) => new Error(why),
    makeWay: () => false,
    leaving: () => 0,
  });
  const leave = await places.enter("a");
  await expect(places.enter("b")).rejects.toThrow("late");
  expect([places.waiting, places.isWanted("a")]).toEqual([0, false]);
  leave();
  // Leaving twice makes no second place.
  leave();
  await places.enter("b");
  await expect(places.enter("a")).rejects.toThrow("late");
});
