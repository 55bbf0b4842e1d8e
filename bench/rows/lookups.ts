/** Reading one thing or a few with a token, and making one. */
import { authorized } from "../fixture.ts";
import { wire } from "../request.ts";
import { against, type Row } from "./row.ts";

const LIST = 20;

const json = { ...authorized, "content-type": "application/json" };

export const lookups: readonly Row[] = [
  against("one space by id", 0.75, ({ fixture }) => {
    const id = fixture.filled.spaces[100];
    return {
      ours: [wire("GET", `/v1/spaces/${id}`, authorized)],
      peer: [wire("GET", `/spaces/${id}`, authorized)],
    };
  }),
  against("one page by id", 1, ({ fixture }) => {
    const { spaces, pages } = fixture.filled;
    const space = spaces[1000];
    const ids = pages[1000] ?? [];
    return {
      ours: ids.map((id) => wire("GET", `/v1/spaces/${space}/content/page/${id}`, authorized)),
      peer: ids.map((id) => wire("GET", `/spaces/${space}/pages/${id}`, authorized)),
    };
  }),
  against(`list of ${LIST} spaces`, 0.6, ({ fixture }) => {
    const { organization } = fixture.filled;
    return {
      ours: [wire("GET", `/v1/orgs/${organization}/spaces?limit=${LIST}`, authorized)],
      peer: [wire("GET", `/orgs/${organization}/spaces?limit=${LIST}`, authorized)],
    };
  }),
];

/** Comes after the other rows: it makes thousands of spaces, in an organization of their own. */
export const creation: Row = against("create a space, durably", 0.4, ({ fixture }) => {
  const body = JSON.stringify({ title: "Made by the bench" });
  const { writes } = fixture.filled;
  return {
    ours: [wire("POST", `/v1/orgs/${writes}/spaces`, json, body)],
    peer: [wire("POST", `/orgs/${writes}/spaces`, json, body)],
    status: 201,
  };
});
