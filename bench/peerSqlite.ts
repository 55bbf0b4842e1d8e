import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { newId } from "../server/ports/ids.ts";
import type { PageRow } from "./fill.ts";
import type { Lookups } from "./peerConstants.ts";
import * as schemas from "./peerSchemas.ts";

interface TokenRow {
  readonly id: string;
  readonly user_id: string;
}

/** The routes that read or write rows, by prepared statements of better-sqlite3. */
export function sqliteRoutes(app: FastifyInstance, order: { file: string; folder: string }): Lookups {
  const writer = new Sqlite(order.file);
  for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"])
    writer.pragma(pragma);
  fillPages(writer, order.folder);
  const reader = new Sqlite(order.file, { readonly: true });
  const tokenByHash = reader.prepare("select id, user_id from tokens where hash = ? and revoked_at is null");
  const spaceById = reader.prepare("select * from spaces where id = ? and deleted_at is null");
  const pageById = reader.prepare("select * from pages where space_id = ? and id = ?");
  const head = reader.prepare(
    "select revisions.root from spaces join revisions on revisions.organization_id = spaces.organization_id and revisions.id = spaces.head where spaces.id = ?",
  );
  const countSpaces = reader
    .prepare(
      "select count(*) from spaces where organization_id = ? and parent_id is null and deleted_at is null",
    )
    .pluck();
  const listSpaces = reader.prepare(
    "select * from spaces where organization_id = ? and parent_id is null and deleted_at is null order by position, id limit ?",
  );
  const tokenOf = (authorization: string | undefined): TokenRow | undefined => {
    if (authorization === undefined) return undefined;
    const hash = createHash("sha256").update(authorization.slice(7)).digest("hex");
    return tokenByHash.get(hash) as TokenRow | undefined;
  };
  const params = (request: FastifyRequest): Record<string, string> =>
    request.params as Record<string, string>;

  app.get("/spaces/:id", { schema: schemas.answersSpace }, (request, reply) => {
    if (tokenOf(request.headers.authorization) === undefined) return reply.code(401).send();
    const row = spaceById.get(params(request)["id"]);
    return row === undefined ? reply.code(404).send() : reply.send(row);
  });
  app.get("/spaces/:space/pages/:id", { schema: schemas.answersPage }, (request, reply) => {
    if (tokenOf(request.headers.authorization) === undefined) return reply.code(401).send();
    const { space, id } = params(request);
    if (spaceById.get(space) === undefined) return reply.code(404).send();
    const row = pageById.get(space, id);
    return row === undefined ? reply.code(404).send() : reply.send(row);
  });
  app.get("/orgs/:id/spaces", { schema: schemas.answersList }, (request, reply) => {
    if (tokenOf(request.headers.authorization) === undefined) return reply.code(401).send();
    const { id } = params(request);
    const limit = Number((request.query as { limit: string }).limit);
    return reply.send({ items: listSpaces.all(id, limit), count: countSpaces.get(id) });
  });
  const rowsOf = reader.prepare(
    "select * from spaces where organization_id = ? and deleted_at is null order by position, id limit ?",
  );
  app.get("/orgs/:id/rows", { schema: schemas.answersList }, (request, reply) => {
    if (tokenOf(request.headers.authorization) === undefined) return reply.code(401).send();
    const limit = Number((request.query as { limit: string }).limit);
    return reply.send({ items: rowsOf.all(params(request)["id"], limit) });
  });
  const create = creation(writer);
  app.post("/orgs/:id/spaces", { schema: schemas.createsSpace }, (request, reply) => {
    const token = tokenOf(request.headers.authorization);
    if (token === undefined) return reply.code(401).send();
    const { title = "" } = request.body as { title?: string };
    return reply.code(201).send(create(params(request)["id"] ?? "", token, title));
  });
  return { token: (authorization) => tokenOf(authorization) !== undefined, head: (space) => head.get(space) };
}

function fillPages(writer: Sqlite.Database, folder: string): void {
  writer.exec(
    "create table pages (id text primary key, space_id text not null, title text, slug text, path text, description text, created_at integer, updated_at integer, markdown text) strict",
  );
  // It has no organization in its addresses, and finds spaces by their ids.
  writer.exec("create unique index spaces_of_peer on spaces (id)");
  const insert = writer.prepare(
    "insert into pages values (@id, @space_id, @title, @slug, @path, @description, @created_at, @updated_at, @markdown)",
  );
  const rows = JSON.parse(readFileSync(join(folder, "pages.json"), "utf8")) as PageRow[];
  writer.transaction(() => {
    for (const row of rows) insert.run(row);
  })();
}

function insertInto(table: string, columns: readonly string[]): string {
  return `insert into ${table} (${columns.map((name) => `"${name}"`).join(", ")}) values (${columns.map(() => "?").join(", ")})`;
}

/** One durable transaction with the rows that a new space is: policy, address, space, content root, revision, audit. */
function creation(writer: Sqlite.Database) {
  const [acl, root] = ["bench-policy", "bench-root"];
  let made = 0;
  const statements = {
    policy: writer.prepare(
      "insert into policies (id, organization_id, body) values (?, ?, '[]') on conflict (organization_id, id) do nothing",
    ),
    address: writer.prepare(insertInto("addresses", schemas.ADDRESS_COLUMNS)),
    space: writer.prepare(`${insertInto("spaces", schemas.SPACE_COLUMNS)} returning *`),
    node: writer.prepare(
      "insert into nodes (organization_id, hash, data, touched_at) values (?, ?, ?, ?) on conflict (organization_id, hash) do update set touched_at = excluded.touched_at",
    ),
    revision: writer.prepare(insertInto("revisions", schemas.REVISION_COLUMNS)),
    audit: writer.prepare(insertInto("audit", schemas.AUDIT_COLUMNS)),
  };
  return writer.transaction((organization: string, token: TokenRow, title: string): unknown => {
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
    statements.policy.run(acl, organization);
    statements.address.run(rows.address);
    const space = statements.space.get(rows.space);
    statements.node.run(organization, root, Buffer.from("{}"), Date.now());
    statements.revision.run(rows.revision);
    statements.audit.run(rows.audit);
    return space;
  }).immediate;
}
