/** The largest description of an API that there is to have: from its address to a version, and the loop meanwhile. */
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { authorized, type Places } from "../fixture.ts";
import { loopP99, settingsOf, startOurs } from "../ours.ts";
import { get, send } from "../request.ts";
import type { Result } from "../table.ts";

const POLL_MS = 20;
const MOST_MS = 120_000;

/** An installation of its own reads GitHub's description, 13 MB, from a server on this machine. */
export async function descriptions({ root, folder }: Places): Promise<Result[]> {
  const document = createRequire(join(root, "package.json")).resolve(
    "@octokit/openapi/generated/api.github.com.json",
  );
  const source = createServer((_, response) => void createReadStream(document).pipe(response));
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
  const env = { ...settingsOf(join(folder, "descriptions"), undefined), LECTERN_ALLOW_PRIVATE_NETWORK: "1" };
  const ours = await startOurs(root, env, { core: undefined });
  try {
    const orgs = JSON.parse((await get(ours.port, "/v1/orgs", authorized)).body.toString());
    const specs = `/v1/orgs/${orgs.items[0].id}/openapi`;
    const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/api.json`;
    const body = JSON.stringify({ slug: "github", source: { url } });
    await loopP99(ours);
    const begun = performance.now();
    await send(ours.port, "POST", specs, { ...authorized, "content-type": "application/json" }, body);
    for (let state = ""; state !== "complete";) {
      if (performance.now() - begun > MOST_MS) throw new Error("The description was not read.");
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const spec = JSON.parse((await get(ours.port, `${specs}/github`, authorized)).body.toString());
      if (spec.lastProcessErrorCode !== undefined) throw new Error(JSON.stringify(spec));
      state = spec.processingState;
    }
    const seconds = (performance.now() - begun) / 1000;
    const held = await loopP99(ours);
    return [
      {
        name: "OpenAPI of 13 MB until its version",
        ours: seconds,
        unit: "s",
        goal: { of: "ours", most: 20 },
      },
      { name: "OpenAPI: event loop held, p99", ours: held, unit: "ms", goal: { of: "ours", most: 50 } },
    ];
  } finally {
    await ours.stop();
    source.close();
  }
}
