/** Who keeps answers of sites is told of each action that readers see something of; of all others it is written why not. */
import { expect, test } from "vitest";
import { type Action, eventOf, FOLLOWING, SAYING, SHOWING, UNSEEN } from "./actions.ts";
import { changeOf, reasonOf } from "./answers.ts";
import { EVENT_TYPES, UNTOLD } from "./events.ts";

const actions = [
  ...Object.keys(FOLLOWING),
  ...Object.keys(SAYING),
  ...SHOWING,
  ...Object.keys(UNSEEN),
] as Action[];

test("each action of the log changes what readers are shown, or has a reason why not, and is said once", () => {
  expect(new Set(actions).size).toBe(actions.length);
  const silent = actions.filter((action) => {
    if (action in UNSEEN) return UNSEEN[action as keyof typeof UNSEEN].split(" ").length < 4;
    const said = eventOf({ action, target: { type: "thing", id: "a" } })?.kind;
    const kind = said ?? SAYING[action as keyof typeof SAYING];
    return (changeOf(kind) === undefined) === (reasonOf(kind) === undefined);
  });
  expect(silent).toEqual([]);
  for (const kind of [...Object.keys(EVENT_TYPES), UNTOLD])
    expect([changeOf(kind), reasonOf(kind)].filter((one) => one !== undefined)).toHaveLength(1);
});

test.each<[Action, string, object]>([
  ["git.structure", "site_updated", { siteId: "target" }],
  ["git.connect", UNTOLD, { spaceId: "space" }],
  ["git.update", UNTOLD, { spaceId: "space" }],
  ["git.disconnect", UNTOLD, { spaceId: "space" }],
  ["openapi-spec.create", "openapi_spec_created", { specId: "target" }],
])("%s is told", (action, kind, payload) => {
  const target = { type: "thing", id: "target" };
  const event = eventOf({ action, space: "space", target });
  expect([event?.kind, event?.payload]).toEqual([kind, expect.objectContaining(payload)]);
  expect(changeOf(event?.kind ?? "")).toBeDefined();
});

test("what is no action and no event changes nothing", () => {
  expect([changeOf("constructor"), reasonOf("constructor")]).toEqual([undefined, undefined]);
});
