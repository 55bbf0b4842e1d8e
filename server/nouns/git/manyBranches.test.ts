/** A host of the old protocol lists all of its branches whenever it is asked for one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useWorld } from "../../test/harness.ts";
import { newSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();

/** More than a branch is left alone for where that costs little, and where it costs much. */
const POLL_MS = 80_000;
const HOUR_MS = 3_700_000;

test("where it lists more than a megabyte, it is asked once an hour", async () => {
  const ada = await world().addPerson("ada", "admin");
  const space = await newSpace(world(), ada, host());
  const { repository } = space;
  const tip = repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  host().fault = (request) => {
    delete request.headers["git-protocol"];
    return undefined;
  };
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
  const asked = async (milliseconds: number): Promise<boolean> => {
    const before = host().heard.length;
    world().ahead += milliseconds;
    await world().runJobs();
    return host().heard.length > before;
  };
  expect(await asked(POLL_MS)).toBe(true);
  expect(await asked(POLL_MS)).toBe(true);
  const branches = Array.from({ length: 20_000 }, (_, index) => `${tip} refs/heads/other-${index}\n`);
  writeFileSync(join(host().create(repository.name), "packed-refs"), branches.toSorted().join(""));
  expect(await asked(POLL_MS)).toBe(true);
  expect(await asked(20 * POLL_MS)).toBe(false);
  repository.commit({ "README.md": "# Home\n\nMoved.\n" });
  expect(await asked(HOUR_MS)).toBe(true);
  expect((await space.page("Home")).markdown).toBe("Moved.\n");
});
