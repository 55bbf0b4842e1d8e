/** Who has how many places, and who gives one up for whom. */
import { expect, test } from "vitest";
import { ScriptPlaces } from "./places.ts";

/** Rooms that stay until they are asked to go, and go when the test says so. */
function open(most: number) {
  const rooms: { readonly owner: string; isAsked: boolean; readonly leave: () => void }[] = [];
  const places = new ScriptPlaces({
    most,
    makeWay: (mayBe) => {
      const staying = rooms.filter(({ isAsked }) => !isAsked);
      const of = (owner: string) => staying.filter((room) => room.owner === owner).length;
      const room = staying.find(({ owner }) => mayBe(owner, of(owner)));
      if (room !== undefined) room.isAsked = true;
      return room !== undefined;
    },
  });
  const settled = () => new Promise((done) => setImmediate(done));
  return {
    places,
    /** As many as somebody wishes, as far as they get them. */
    async comes(owner: string, times = 1): Promise<void> {
      for (let time = 0; time < times; time++)
        void places.enter(owner).then((leave) => rooms.push({ owner, isAsked: false, leave }));
      await settled();
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

test("who waits too long is told so, and is waited for by nobody", async () => {
  const places = new ScriptPlaces({
    most: 1,
    patience: 5,
    refusal: (why) => new Error(why),
    makeWay: () => false,
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
