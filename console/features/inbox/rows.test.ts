import { expect, test } from "vitest";
import type { Notification } from "../../../sdk/src/index.ts";
import { rowsOf } from "./rows.ts";

const imported = (id: string, more: object = {}) =>
  ({
    id,
    type: "job-ended",
    job: { id: `j${id}`, kind: "import" },
    urls: { app: "http://app.test/s/one/~/import" },
    ...more,
  }) as unknown as Notification;
const ids = (items: readonly Notification[]) => rowsOf(items).map((row) => row.map(({ id }) => id));

test("jobs of one kind in one place that ended one after the other are one line", () => {
  expect(ids([imported("5"), imported("4"), imported("3")])).toEqual([["5", "4", "3"]]);
});

test.each<[string, object]>([
  ["in another place", { urls: { app: "http://app.test/s/two/~/import" } }],
  ["of another kind", { job: { id: "j", kind: "pdf" } }],
  ["that was read", { readAt: "2026-01-01T00:00:00.000Z" }],
  ["of another type", { type: "merged" }],
])("one %s is a line of its own, and ends the one before", (_, more) => {
  expect(ids([imported("3"), imported("2", more), imported("1")])).toEqual([["3"], ["2"], ["1"]]);
});

test("what people did stays one line each", () => {
  const said = { type: "comment", job: undefined };
  expect(ids([imported("2", said), imported("1", said)])).toEqual([["2"], ["1"]]);
});
