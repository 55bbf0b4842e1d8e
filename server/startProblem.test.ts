import { expect, test } from "vitest";
import { readSettings } from "./env.ts";
import { BlobsAway } from "./ports/blobs.ts";
import { StartRefused } from "./ports/start-refused.ts";
import { startProblem } from "./startProblem.ts";
import { refusalOfServer } from "./db/postgres.ts";

const files = readSettings({ LECTERN_DATA_DIR: "/srv/lectern" });
const server = readSettings({ LECTERN_DATABASE_URL: "postgres://ann:swordfish@db.test/docs" });

function failed(code: string, message = "it failed"): Error {
  return Object.assign(new Error(message), { code });
}

test.each([
  ["a folder that can't be written", failed("EACCES"), files, "/srv/lectern"],
  ["a file that is no database", failed("SQLITE_NOTADB"), files, "/srv/lectern"],
  ["a server that is away", failed("ECONNREFUSED"), server, "LECTERN_DATABASE_URL"],
  ["a wrong password", failed("28P01"), server, "The database docs on db.test"],
  ["a folder that can't be written, beside a server", failed("EROFS"), server, "The data folder"],
  [
    "a store of files that is away",
    new BlobsAway("The file store could not be reached: x"),
    files,
    "LECTERN_BLOB_URL",
  ],
  ["a port taken since it was found free", failed("EADDRINUSE"), files, "LECTERN_SITES_PORT"],
])("tells an operator about %s in one line", (_what, error, settings, hint) => {
  const problem = startProblem(error, settings);
  expect(problem).toBeInstanceOf(StartRefused);
  expect((problem as Error).message).toContain(hint);
  expect((problem as Error).message).not.toMatch(/\n|swordfish/);
});

test.each([[new TypeError("x is not a function")], [new StartRefused("said already")], ["thrown text"]])(
  "leaves %s as it is",
  (error) => {
    expect(startProblem(error, files)).toBe(error);
  },
);

test.each([
  ["18.4", "UTF8", undefined],
  ["15.18 (Debian 15.18-0+deb12u1)", "UTF8", undefined],
  ["19beta1", "UTF8", undefined],
  [
    "14.20",
    "UTF8",
    "The server is PostgreSQL 14.20, and Lectern needs 15 or newer. Upgrade it, then start again.",
  ],
  ["18.4", "SQL_ASCII", "The PostgreSQL database has the encoding SQL_ASCII; create it with encoding UTF8."],
])("of a PostgreSQL server %s with %s it says: %s", (version, encoding, said) => {
  expect(refusalOfServer({ version, encoding })).toBe(said);
});
