import type { Static } from "typebox";
import { queueLook } from "../../content/computed/contentSources.ts";
import type { Write } from "../../db/database.ts";
import { folded } from "../../db/contains.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, invalid, invalidField } from "../../http/errors.ts";
import type { Secrets } from "../../ports/secrets.ts";
import { declarationProblems, type DeclaredConfiguration } from "./configuration.ts";
import { contentSecurityPolicy } from "./contentSecurityPolicy.ts";
import { ICON_WIDTH, type Picture, pictureFrom, PREVIEW_WIDTH } from "./images.ts";
import type { IntegrationDetails } from "./present.ts";
import type { PublishIntegration } from "./schema.ts";
import { wordList } from "../../db/wordList.ts";

type Publication = Static<typeof PublishIntegration>;

/** Most integrations of one organization. */
const MOST = 100;
/** How many scripts of one integration are kept: the newest. */
const VERSIONS_KEPT = 100;

/** A publication that was looked at: what is stored of it. */
interface CheckedPublication {
  readonly body: Publication;
  readonly details: IntegrationDetails;
  readonly icon: Picture | undefined;
  readonly pictures: readonly Picture[];
  readonly domains: readonly string[];
}

/** Looks at what a schema can't: pictures, declarations, the policy, ids that come twice. @throws 400 */
export async function checkPublication(body: Publication): Promise<CheckedPublication> {
  const configurations = (body.configurations ?? {}) as IntegrationDetails["configurations"];
  const problems = Object.entries(configurations).flatMap(([level, declared]) =>
    declarationProblems(declared as DeclaredConfiguration, `/configurations/${level}`),
  );
  if (problems.length > 0) throw invalid(`${problems[0]?.path}: ${problems[0]?.message}`, problems);
  requireUnlike("/blocks", body.blocks);
  requireUnlike("/contentSources", body.contentSources);
  const policy =
    body.contentSecurityPolicy === undefined
      ? undefined
      : contentSecurityPolicy(body.contentSecurityPolicy as string | Record<string, string>);
  // Last, since they cost the most.
  const icon = body.icon === undefined ? undefined : await pictureFrom("/icon", body.icon, ICON_WIDTH);
  const previews = await drawPreviews(body.previewImages);
  return {
    body,
    icon,
    pictures: icon === undefined ? previews : [icon, ...previews],
    domains: [...new Set((body.blocks ?? []).flatMap(({ urlUnfurl = [] }) => urlUnfurl.flatMap(hostOf)))],
    details: {
      blocks: body.blocks ?? [],
      contentSources: body.contentSources ?? [],
      configurations,
      externalLinks: body.externalLinks ?? [],
      previewImages: previews.map(({ hash }) => hash),
      ...(policy === undefined || policy === "" ? {} : { contentSecurityPolicy: policy }),
    },
  };
}

/** One after the other: a publication takes no more than one worker's time. */
async function drawPreviews(sent: readonly string[] = []): Promise<Picture[]> {
  const drawn: Picture[] = [];
  for (const [index, text] of sent.entries()) {
    drawn.push(await pictureFrom(`/previewImages/${index}`, text, PREVIEW_WIDTH));
  }
  return drawn;
}

function requireUnlike(path: string, parts: readonly { readonly id: string }[] = []): void {
  const seen = new Set<string>();
  for (const [index, { id }] of parts.entries()) {
    if (seen.has(id)) throw invalidField(`${path}/${index}/id`, "is another one's as well.");
    seen.add(id);
  }
}

/** The host that an address or a pattern of addresses names, in small letters. */
function hostOf(address: string): string[] {
  const [, host] = /^(?:https?:)?\/\/([\w.-]+)/i.exec(address) ?? [];
  return host === undefined ? [] : [host.toLowerCase()];
}

interface Publishing {
  readonly id: string;
  readonly name: string;
  readonly organization: string;
  readonly by: string;
  readonly now: number;
  readonly newId: () => string;
  readonly secrets: Secrets;
}

/**
 * Publishes an integration, or a new version of it.
 * @throws 409 when the name is another organization's, or there are as many as may be
 */
export async function publishIntegration(
  tx: Write,
  checked: CheckedPublication,
  publishing: Publishing,
): Promise<Row<"integrations">> {
  const { name, organization, now } = publishing;
  const before = await tx
    .selectFrom("integrations")
    .selectAll()
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();
  if (before !== undefined && before.organization_id !== organization) throw nameTaken(name);
  const row =
    before === undefined
      ? await insertIntegration(tx, checked, publishing)
      : await tx
          .updateTable("integrations")
          .set({ ...columnsOf(checked, before.id, publishing), updated_at: now, version: before.version + 1 })
          .where("id", "=", before.id)
          .returningAll()
          .executeTakeFirstOrThrow();
  await keepScript(tx, row, checked.body, publishing);
  await keepPictures(tx, row.id, checked.pictures);
  await queueLook(tx, name, publishing);
  return row;
}

async function insertIntegration(tx: Write, checked: CheckedPublication, publishing: Publishing) {
  const { id, name, organization, now } = publishing;
  const { count } = await tx
    .selectFrom("integrations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .executeTakeFirstOrThrow();
  if (count >= MOST) {
    throw conflict("too-many-integrations", `An organization publishes at most ${MOST} integrations.`);
  }
  const row = await tx
    .insertInto("integrations")
    .values({
      id,
      name,
      organization_id: organization,
      ...columnsOf(checked, id, publishing),
      created_at: now,
      updated_at: now,
    })
    .onConflict((on) => on.column("name").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw nameTaken(name);
  return row;
}

/** The same words whoever holds the name: that it is taken is all there is to know. */
function nameTaken(name: string): Error {
  return conflict("name-taken", `The name "${name}" is taken. Choose another one.`);
}

function columnsOf(
  { body, details, icon, domains }: CheckedPublication,
  id: string,
  { name, secrets }: Publishing,
) {
  const kept = body.secrets ?? {};
  return {
    title: body.title,
    search_text: folded(`${name}\n${body.title}`),
    description: body.description,
    summary: body.summary ?? null,
    visibility: body.visibility ?? "private",
    target: body.target ?? "all",
    scopes: wordList(body.scopes ?? []),
    categories: wordList(body.categories ?? []),
    block_domains: wordList(domains),
    details: JSON.stringify(details),
    has_blocks: details.blocks.length > 0 ? (1 as const) : (0 as const),
    has_content_sources: details.contentSources.length > 0 ? (1 as const) : (0 as const),
    icon: icon?.hash ?? null,
    secrets: Object.keys(kept).length === 0 ? null : secrets.seal(JSON.stringify(kept), secretsAt(id)),
  };
}

/** The place that an integration's secrets are sealed for. */
const secretsAt = (id: string): string => `integrations|secrets|${id}`;

/** What an integration's script gets to know. */
export function openIntegrationSecrets(
  secrets: Secrets,
  row: Pick<Row<"integrations">, "id" | "secrets">,
): Record<string, string> {
  if (row.secrets === null) return {};
  return JSON.parse(Buffer.from(secrets.open(row.secrets, secretsAt(row.id))).toString());
}

async function keepScript(
  tx: Write,
  { id, version }: Row<"integrations">,
  { script, runtime = "v1" }: Publication,
  { by, now }: Publishing,
): Promise<void> {
  await tx
    .insertInto("integration_versions")
    .values({ integration_id: id, version, runtime, script, created_by: by, created_at: now })
    .execute();
  await tx
    .deleteFrom("integration_versions")
    .where("integration_id", "=", id)
    .where("version", "<=", version - VERSIONS_KEPT)
    .execute();
}

/** Exactly these pictures, from now on. */
async function keepPictures(tx: Write, integration: string, pictures: readonly Picture[]): Promise<void> {
  await tx.deleteFrom("integration_images").where("integration_id", "=", integration).execute();
  const unlike = [...new Map(pictures.map((picture) => [picture.hash, picture])).values()];
  if (unlike.length === 0) return;
  await tx
    .insertInto("integration_images")
    .values(
      unlike.map(({ hash, contentType, data }) => ({
        integration_id: integration,
        hash,
        content_type: contentType,
        data,
      })),
    )
    .execute();
}

/** The other organizations that have installed an integration: what their readers are shown changes with it. */
export async function installedElsewhere(
  tx: Write,
  { id, organization_id }: Pick<Row<"integrations">, "id" | "organization_id">,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("installations")
    .select("organization_id")
    .distinct()
    .where("integration_id", "=", id)
    .where("organization_id", "!=", organization_id)
    .where("deleted_at", "is", null)
    .orderBy("organization_id")
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Removes an integration with its versions, its secrets and all its installations; what waits is never sent. */
export async function unpublishIntegration(
  tx: Write,
  { id, name }: Pick<Row<"integrations">, "id" | "name">,
  at: { readonly now: number; readonly newId: () => string },
): Promise<void> {
  await tx
    .deleteFrom("event_targets")
    .where((eb) =>
      eb(
        eb.refTuple("organization_id", "id"),
        "in",
        eb
          .selectFrom("installations")
          .select(["installations.organization_id", "installations.id"])
          .where("integration_id", "=", id)
          .$asTuple("organization_id", "id"),
      ),
    )
    .execute();
  await queueLook(tx, name, at);
  await tx.deleteFrom("integrations").where("id", "=", id).execute();
}

/** Sets where events are posted to while somebody develops it; undefined: nowhere. */
export async function setTunnel(
  tx: Write,
  id: string,
  tunnel: { readonly url: string; readonly all: boolean } | undefined,
): Promise<void> {
  await tx
    .updateTable("integrations")
    .set({ tunnel_url: tunnel?.url ?? null, tunnel_all: tunnel?.all === true ? 1 : 0 })
    .where("id", "=", id)
    .execute();
}
