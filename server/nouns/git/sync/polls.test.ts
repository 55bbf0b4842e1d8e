import { expect, test } from "vitest";
import { type BranchTip, type PolledBranch, type PolledPlace, Polls, SlowOnes } from "./polls.ts";

function branch(organization: string, origin: string, name: number, path = ""): PolledBranch {
  const row: Partial<PolledBranch> = {
    organization_id: organization,
    id: `${organization}-${origin}-${name}`,
    remote_url: `https://${origin}/${name}${path}`,
    connection_id: null,
    branch: "refs/heads/main",
  };
  return row as PolledBranch;
}

/** Places that are asked, each of which is answered when the test says so. */
function openHosts() {
  const asked = new Map<PolledPlace, () => void>();
  const ask = (place: PolledPlace): Promise<BranchTip[]> =>
    new Promise((answer) => {
      const tips = place.of.map((installation) => ({ installation, tip: null }));
      asked.set(place, () => answer(tips));
    });
  const of = (organization: string): number =>
    [...asked.keys()].filter((place) => place.organization === organization).length;
  return { asked, ask, of };
}

const EVIL = ["evil-1", "evil-2", "evil-3", "evil-4"];
const slowOnes = (): PolledBranch[] =>
  EVIL.flatMap((one) =>
    Array.from({ length: 20 }, (_, index) => branch(one, `h${index}.${one}.example`, index)),
  );

/** Those of before, at a time of the test's own. */
const none = (): SlowOnes => new SlowOnes(() => 0);

test("whose hosts are known to be slow leaves places to all others", async () => {
  const slow = none();
  for (const one of EVIL) slow.note({ organization: one, origin: `h.${one}.example` }, 19_000);
  const hosts = openHosts();
  const polls = new Polls(hosts.ask, slow);
  polls.add(slowOnes());
  polls.add([branch("good", "git.example", 1)]);
  void polls.hear();
  await expect.poll(() => hosts.of("good")).toBe(1);
  expect(hosts.asked.size).toBe(9);
});

test("whoever has the fewest under way is next, before anybody is known to be slow", async () => {
  const hosts = openHosts();
  const polls = new Polls(hosts.ask, none());
  polls.add(slowOnes());
  polls.add([branch("good", "git.example", 1)]);
  void polls.hear();
  expect([...EVIL.map(hosts.of), hosts.of("good")]).toEqual([8, 8, 8, 7, 1]);
  polls.add([branch("late", "git.example", 2)]);
  const [first] = hosts.asked.values();
  first?.();
  await expect.poll(() => hosts.of("late")).toBe(1);
});

test("a host is slow until it answers in time, and its organization for a while, whatever other hosts of its say", () => {
  let now = 0;
  const slow = new SlowOnes(() => now);
  const place = { organization: "one", origin: "https://git.example" };
  const quick = { organization: "one", origin: "https://quick.example" };
  const isSlow = (...places: (typeof place)[]): boolean[] => places.map((one) => slow.has(one));
  slow.note(place, 2_500);
  slow.note(quick, 50);
  // One slow repository says nothing of a host that others share.
  expect(isSlow(place, { ...place, organization: "two" }, quick)).toEqual([true, false, true]);
  slow.note(place, 2_500);
  slow.note(place, 2_500);
  expect(isSlow(place, { ...place, organization: "two" }, quick)).toEqual([true, true, true]);
  slow.note(place, 50);
  expect(isSlow({ ...place, organization: "two" }, place)).toEqual([false, true]);
  now = 300_001;
  expect(isSlow(place, quick)).toEqual([false, false]);
});

test("who waits is known, and is no news, up to some megabytes of them", () => {
  const polls = new Polls(openHosts().ask, none());
  expect(polls.add(slowOnes())).toBe(true);
  expect(polls.add(slowOnes())).toBe(false);
  expect(polls.add([...slowOnes(), branch("good", "git.example", 1)])).toBe(true);
  const long = "x".repeat(100_000);
  for (let index = 0; index < 100; index += 1) polls.add([branch("long", "git.example", index, long)]);
  expect(polls.isFull).toBe(true);
  expect(polls.add([branch("good", "git.example", 2)])).toBe(false);
});
