import { expect, test } from "vitest";
import { type BranchTip, type PolledBranch, type PolledPlace, Polls, SlowOnes } from "./polls.ts";

function branch(organization: string, origin: string, name: number): PolledBranch {
  const row: Partial<PolledBranch> = {
    organization_id: organization,
    id: `${organization}-${origin}-${name}`,
    remote_url: `https://${origin}/${name}`,
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

test("organizations whose hosts are known to be slow leave places to all others", async () => {
  const slow = new SlowOnes();
  for (const one of EVIL) slow.note({ organization: one, origin: `h.${one}.example` }, 19_000);
  const hosts = openHosts();
  const polls = new Polls(hosts.ask, slow);
  polls.add(slowOnes());
  polls.add([branch("good", "git.example", 1)]);
  void polls.hear();
  await expect.poll(() => hosts.of("good")).toBe(1);
  expect(hosts.asked.size).toBe(9);
});

test("a host that was slow once is asked like others as soon as it has answered in time", () => {
  const slow = new SlowOnes();
  const place = { organization: "one", origin: "https://git.example" };
  slow.note(place, 2_500);
  expect([slow.has(place), slow.has({ ...place, organization: "two" })]).toEqual([true, true]);
  slow.note(place, 50);
  expect(slow.has(place)).toBe(false);
});

test("who waits is known, and is no news", () => {
  const polls = new Polls(openHosts().ask, new SlowOnes());
  expect(polls.add(slowOnes())).toBe(true);
  expect(polls.add(slowOnes())).toBe(false);
  expect(polls.add([...slowOnes(), branch("good", "git.example", 1)])).toBe(true);
});
