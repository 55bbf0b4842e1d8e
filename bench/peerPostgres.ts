import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import pg from "pg";
import { newId } from "../server/ports/ids.ts";
import type { PageRow } from "./fill.ts";
import type { Lookups } from "./peerConstants.ts";
import * as schemas from "./peerSchemas.ts";

interface TokenRow {
  readonly id: string;
  readonly user_id: string;
}

/** As many connections as ours has. */
const CONNECTIONS = 10;

/** The routes that read or write rows, by named statements of pg. */
export async function postgresRoutes(
  app: FastifyInstance,
  url: string,
  { folder }: { folder: string },
): Promise<Lookups> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  await fillPages(pool, folder);
  const first = async (name: string, text: string, values: unknown[]): Promise<unknown> =>
    (await pool.query({ name, text, values })).rows[0];
  const tokenOf = async (authorization: string | undefined): Promise<TokenRow | undefined> => {
    if (authorization === undefined) return undefined;
    const hash = createHash("sha256").update(authorization.slice(7)).digest("hex");
    const text = "select id, user_id from tokens where hash = $1 and revoked_at is null";
    return (await first("token", text, [hash])) as TokenRow | undefined;
  };
  const spaceById = (id: string | undefined): Promise<unknown> =>
    first("space", "select * from spaces where id = $1 and deleted_at is null", [id]);
  const params = (request: FastifyRequest): Record<string, string> =>
    request.params as Record<string, string>;

  app.get("/spaces/:id", { schema: schemas.answersSpace }, async (request, reply) => {
    if ((await tokenOf(request.headers.authorization)) === undefined) return reply.code(401).send();
    return (await spaceById(params(request)["id"])) ?? reply.code(404).send();
  });
  app.get("/spaces/:space/pages/:id", { schema: schemas.answersPage }, async (request, reply) => {
    if ((await tokenOf(request.headers.authorization)) === undefined) return reply.code(401).send();
    const { space, id } = params(request);
    if ((await spaceById(space)) === undefined) return reply.code(404).send();
    const text = "select * from pages where space_id = $1 and id = $2";
    return (await first("page", text, [space, id])) ?? reply.code(404).send();
  });
  const of = "from spaces where organization_id = $1 and parent_id is null and deleted_at is null";
  app.get("/orgs/:id/spaces", { schema: schemas.answersList }, async (request, reply) => {
    if ((await tokenOf(request.headers.authorization)) === undefined) return reply.code(401).send();
    const { id } = params(request);
    const { limit } = request.query as { limit: string };
    const [list, count] = await Promise.all([
      pool.query({
        name: "list",
        text: `select * ${of} order by position, id limit $2`,
        values: [id, limit],
      }),
      first("count", `select count(*) as count ${of}`, [id]) as Promise<{ count: number }>,
    ]);
    return { items: list.rows, count: count.count };
  });
  app.get("/orgs/:id/rows", { schema: schemas.answersList }, async (request, reply) => {
    if ((await tokenOf(request.headers.authorization)) === undefined) return reply.code(401).send();
    const { limit } = request.query as { limit: string };
    const text =
      "select * from spaces where organization_id = $1 and deleted_at is null order by position, id limit $2";
    const { rows } = await pool.query({ name: "rows", text, values: [params(request)["id"], limit] });
    return { items: rows };
  });
  const create = creation(pool);
  app.post("/orgs/:id/spaces", { schema: schemas.createsSpace }, async (request, reply) => {
    const token = await tokenOf(request.headers.authorization);
    if (token === undefined) return reply.code(401).send();
    const { title = "" } = request.body as { title?: string };
    return reply.code(201).send(await create(params(request)["id"] ?? "", token, title));
  });
  const head =
    "select revisions.root from spaces join revisions on revisions.organization_id = spaces.organization_id and revisions.id = spaces.head where spaces.id = $1";
  return {
    token: async (authorization) => (await tokenOf(authorization)) !== undefined,
    head: (space) => first("head", head, [space]),
  };
}

async function fillPages(pool: pg.Pool, folder: string): Promise<void> {
  await pool.query(
    "create table pages (id text primary key, space_id text not null, title text, slug text, path text, description text, created_at bigint, updated_at bigint, markdown text)",
  );
  // It has no organization in its addresses, and finds spaces by their ids.
  await pool.query("create unique index spaces_of_peer on spaces (id)");
  const rows = readFileSync(join(folder, "pages.json"), "utf8");
  await pool.query("insert into pages select * from json_populate_recordset(null::pages, $1)", [rows]);
  // The list that is read back from JSON must be whole.
  const { rows: counted } = await pool.query<{ count: number }>("select count(*) as count from pages");
  if (counted[0]?.count !== (JSON.parse(rows) as PageRow[]).length)
    throw new Error("The peer's pages are not whole.");
}

function insertInto(table: string, columns: readonly string[]): string {
  return `insert into ${table} (${columns.map((name) => `"${name}"`).join(", ")}) values (${columns.map((_, index) => `$${index + 1}`).join(", ")})`;
}

/** One transaction with the rows that a new space is: policy, address, space, content root, revision, audit. */
function creation(pool: pg.Pool) {
  const [acl, root] = ["bench-policy", "bench-root"];
  let made = 0;
  return async (organization: string, token: TokenRow, title: string): Promise<unknown> => {
    const position = `z${String(++made).padStart(8, "0")}`;
    const rows = schemas.newSpaceRows({
      newId,
      organization,
      user: token.user_id,
      token: token.id,
      title,
      position,
      acl,
      root,
    });
    const client = await pool.connect();
    const run = (name: string, text: string, values: unknown[]): Promise<pg.QueryResult> =>
      client.query({ name, text, values });
    try {
      await client.query("begin");
      await run(
        "policy",
        "insert into policies (id, organization_id, body) values ($1, $2, '[]') on conflict (organization_id, id) do nothing",
        [acl, organization],
      );
      await run("address", insertInto("addresses", schemas.ADDRESS_COLUMNS), rows.address);
      const space = await run(
        "new-space",
        `${insertInto("spaces", schemas.SPACE_COLUMNS)} returning *`,
        rows.space,
      );
      await run(
        "node",
        "insert into nodes (organization_id, hash, data, touched_at) values ($1, $2, $3, $4) on conflict (organization_id, hash) do update set touched_at = excluded.touched_at",
        [organization, root, Buffer.from("{}"), Date.now()],
      );
      await run("revision", insertInto("revisions", schemas.REVISION_COLUMNS), rows.revision);
      await run("audit", insertInto("audit", schemas.AUDIT_COLUMNS), rows.audit);
      await client.query("commit");
      return space.rows[0];
    } finally {
      client.release();
    }
  };
}
