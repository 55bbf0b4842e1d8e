import { openDatabase } from "./db/open.ts";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { openAddressBook } from "./access/addresses.ts";
import { openIdentities } from "./access/identity.ts";
import { openMembers } from "./access/members.ts";
import { openSpaces } from "./access/spaces.ts";
import { openContent } from "./content/store.ts";
import type { Database } from "./db/database.ts";
import type { DatabasePlace } from "./db/snapshot.ts";
import type { Addresses, Deps } from "./deps.ts";
import type { Settings } from "./env.ts";
import { budget } from "./memory/kept.ts";
import type { BlobStore } from "./ports/blobs.ts";
import { openDiskBlobs } from "./ports/blobs-disk.ts";
import { systemClock } from "./ports/clock.ts";
import { type Dns, openDns } from "./ports/dns.ts";
import { openFetch, type OutboundFetch } from "./ports/fetch.ts";
import { openGitFolder } from "./ports/git/folder.ts";
import { Git } from "./ports/git/git.ts";
import { newId } from "./ports/ids.ts";
import type { PortPair } from "./ports/listening.ts";
import { sweepRoomFolders } from "./ports/scripts/folder.ts";
import { findWorkerd } from "./ports/scripts/runtime.ts";
import { Scripts } from "./ports/scripts/scripts.ts";
import { type Mail, printedMail, smtpMail } from "./ports/mail.ts";
import { hasSecret, loadSecret } from "./ports/secret-file.ts";
import { StartRefused } from "./ports/start-refused.ts";
import { isEmpty } from "./db/shape.ts";
import { openSnapshot } from "./db/snapshot.ts";
import { openSecrets, type Secrets } from "./ports/secrets.ts";
import { Limits } from "./turns/limits.ts";
import { openSiteReaders } from "./site/visitor/siteReaders.ts";

/** What has two sides, a real one here and a chosen one in tests. */
interface Ports {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly mail: Mail;
  readonly clock: ReturnType<typeof systemClock>;
  readonly log: Logger;
  readonly fetch: OutboundFetch;
  readonly git: Git;
  readonly dns: Dns;
  readonly founders?: NonNullable<Deps["founders"]>;
  readonly scripts: Scripts;
  readonly secrets: Secrets;
  readonly translator?: Deps["translator"];
  readonly purge?: Deps["purge"];
  readonly addresses: Addresses;
}

/** The dependencies on top of the ports. */
export function assemble(ports: Ports): Deps {
  const addressBook = openAddressBook();
  return {
    ...ports,
    newId,
    limits: new Limits(),
    content: openContent(ports.db),
    members: openMembers(ports.db),
    addressBook,
    spaces: openSpaces(ports.db, addressBook),
    identities: openIdentities(
      ports.db,
      ports.clock,
      { ...ports, readers: openSiteReaders(ports) },
      (error) => ports.log.warn({ err: error }, "a token's last use was not noted"),
    ),
  };
}

/** Where the settings put the database. */
export function databasePlace(settings: Settings): DatabasePlace {
  return { url: settings.databaseUrl, file: join(settings.dataDir, "lectern.db") };
}

/**
 * Of an installation with rows the secret is somewhere: another one would open nothing of them.
 * @throws StartRefused
 */
export async function refuseWithoutSecret(settings: Settings): Promise<void> {
  if (settings.secret !== undefined || hasSecret(settings.dataDir)) return;
  const snapshot = await openSnapshot(databasePlace(settings));
  try {
    if (await isEmpty(snapshot.read)) return;
  } finally {
    await snapshot.close();
  }
  throw new StartRefused(
    `There is no secret in ${settings.dataDir}, and the database is in use. Set LECTERN_DATA_DIR or LECTERN_SECRET as for the server, or put the secret back from a backup. If it is lost for good, write a new one into the file secret there, such as openssl rand -hex 32 makes.`,
  );
}

/** The addresses that the settings give to whoever listens on these ports. */
export function addressesOf(settings: Settings, ports: PortPair): Addresses {
  const everywhere = ["0.0.0.0", "::"].includes(settings.host);
  const host = everywhere ? "localhost" : settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  return {
    app: settings.publicUrl ?? `http://${host}:${ports.app}`,
    sites: settings.sitesUrl ?? `http://${host}:${ports.sites}`,
    sitesDomain: settings.sitesDomain,
    integrations: settings.integrations[0],
    embedders: settings.embedders,
    gitHubs: settings.gitHubs,
  };
}

/** The mail server that the settings name, or the log in its place. */
export function openMail({ smtpUrl, mailFrom }: Settings, print: (text: string) => void): Mail {
  return smtpUrl === undefined || mailFrom === undefined ? printedMail(print) : smtpMail(smtpUrl, mailFrom);
}

/**
 * Opens database, files and everything else that the settings name. Migrates nothing.
 * @param readPatience of the database, where it answers those who wait
 */
export async function openInstallation(
  settings: Settings,
  addresses: Addresses,
  log: Logger,
  readPatience = 0,
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  budget.most = settings.memory;
  await mkdir(settings.dataDir, { recursive: true });
  const db = await openDatabase({
    ...databasePlace(settings),
    readUrl: settings.databaseReadUrl,
    readPatience,
    report: (error) => log.error({ err: error }, "database"),
  });
  const blobs = await openBlobs(settings);
  const mail = openMail(settings, (text) => log.info(text));
  const fetch = openFetch({ allowPrivateNetwork: settings.allowPrivateNetwork });
  const purge = purgeAddress(settings);
  await sweepRoomFolders();
  const scripts = new Scripts({
    workerd: settings.runners === 0 ? undefined : findWorkerd(),
    // Whatever the settings allow to others: nobody here has read what a stranger's script asks for.
    fetch: openFetch({ allowPrivateNetwork: false }),
    most: settings.runners,
    report: (error) => log.error({ err: error }, "no process for scripts of integrations could be started"),
  });
  const gitFolder = await openGitFolder(join(settings.dataDir, "git"));
  const deps = assemble({
    db,
    blobs,
    mail,
    clock: systemClock(settings.clockOffset),
    log,
    fetch,
    git: new Git({ fetch, folder: gitFolder, limits: { keptBytes: settings.gitCache } }),
    dns: openDns({ isTrusting: settings.trustHostnames }),
    founders: settings.founders,
    scripts,
    secrets: openSecrets(settings.secret ?? (await loadSecret(settings.dataDir)), settings.formerSecrets),
    translator:
      settings.translatorUrl === undefined
        ? undefined
        : { url: settings.translatorUrl, secret: settings.translatorSecret },
    purge,
    addresses,
  });
  const close = async (): Promise<void> => {
    await Promise.all([mail.close(), fetch.close(), purge?.fetch.close(), blobs.close(), scripts.close()]);
    await rm(gitFolder, { recursive: true, force: true });
    await db.close();
  };
  return { deps, close };
}

function purgeAddress({ purgeUrl, purgeToken }: Settings): Deps["purge"] {
  if (purgeUrl === undefined) return undefined;
  return { url: purgeUrl, token: purgeToken, fetch: openFetch({ allowPrivateNetwork: true }) };
}

/** Opens the file store that the settings name: a folder, which is made, or S3. */
export async function openBlobs(settings: Settings): Promise<BlobStore> {
  if (settings.blobUrl === undefined) return openDiskBlobs(join(settings.dataDir, "files"));
  const { openS3Blobs } = await import("./ports/blobs-s3.ts");
  return openS3Blobs({ url: settings.blobUrl, env: settings.credentials });
}

/** JSON lines on standard error, written without waiting: a request never waits for its log. */
export function newLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      redact: ["authorization", "token", "password", "*.authorization", "*.token", "*.password"],
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
