/** What finding out somebody's rights adds to reading one space: the same app with it, and with the answer given. */
import { pino } from "pino";
import type { Membership } from "../server/access/members.ts";
import { buildApp } from "../server/app.ts";
import type { Deps } from "../server/deps.ts";
import { medianOf } from "./compare.ts";
import { COMPANY, MEMBER_TOKEN, name } from "./company.ts";

/** Short turns, so that both sides meet the same disturbances. */
const TURNS = 150;
const WARM = 30;
const READS = 40;

/** Milliseconds of the processor for one read. */
export interface Weighed {
  readonly resolved: number;
  readonly given: number;
  readonly ratio: number;
}

/**
 * Reads a space of the company as a member, in turns: by an app that looks up membership and policy, and by one that
 * has them as constants. By the processor time of this process, without a network: what the rest costs is as small as
 * it gets, and the share of the permission as large.
 */
export async function weighPermission(deps: Deps): Promise<Weighed> {
  const space = name("s", 3);
  const member = await deps.members.ofUser(COMPANY, name("u", 0));
  const row = await deps.spaces.find(space);
  if (member === undefined || row === undefined) throw new Error("The company is not there.");
  const policy = await deps.members.policy(row);
  const log = pino({ level: "silent" });
  const members = {
    ...deps.members,
    find: (): Promise<Membership> => Promise.resolve(member),
    policy: () => Promise.resolve(policy),
  };
  const options = { rateLimit: 0, trustedProxies: [] } as never;
  const resolving = buildApp({ ...deps, log }, options);
  const given = buildApp({ ...deps, log, members }, options);
  const headers = { authorization: `Bearer ${MEMBER_TOKEN}` };
  const read = async (app: typeof given): Promise<number> => {
    const before = process.cpuUsage();
    for (let index = 0; index < READS; index++) {
      const { statusCode } = await app.inject({ method: "GET", url: `/v1/spaces/${space}`, headers });
      if (statusCode !== 200) throw new Error(`A space answers ${statusCode}.`);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / READS;
  };
  const times: Record<"resolved" | "given", number[]> = { resolved: [], given: [] };
  for (let turn = 0; turn < TURNS; turn++) {
    // Each as often first: what the one leaves behind, the other must not clear away.
    const apps = [["resolved", resolving] as const, ["given", given] as const];
    for (const [kind, app] of turn % 2 === 0 ? apps : apps.toReversed()) {
      const ms = await read(app);
      if (turn >= WARM) times[kind].push(ms);
    }
  }
  await resolving.close();
  await given.close();
  const [resolved, without] = [medianOf(times.resolved), medianOf(times.given)];
  return { resolved, given: without, ratio: resolved / without };
}
