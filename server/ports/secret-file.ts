import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { StartRefused } from "./start-refused.ts";
import { syncFolder } from "./sync-folder.ts";

/**
 * The secret of an installation whose operator gave none: the text of `<dataDir>/secret`, made on the first start
 * from 32 random bytes and readable by the owner alone. Throws StartRefused when the file is there but empty.
 */
export async function loadSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secret");
  const made = (): Promise<string> => keepSecret(dataDir, randomBytes(32).toString("base64url"));
  const kept = (await readIfPresent(path)) ?? (await made());
  if (kept === "") {
    throw new StartRefused(
      `${path} is empty. Put the installation's secret back from a backup, or remove the file.`,
    );
  }
  return kept;
}

/** Whether a data folder has a secret already. */
export const hasSecret = (dataDir: string): boolean => existsSync(join(dataDir, "secret"));

/** Writes a secret, whole or not at all, where there is none. @returns the one that is there then */
export async function keepSecret(dataDir: string, secret: string): Promise<string> {
  const path = join(dataDir, "secret");
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, `.secret-${randomBytes(8).toString("hex")}`);
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${secret}\n`);
    await file.sync();
    // Linking, unlike renaming, fails when another process was first: then its secret is the one that counts.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await file.close();
    await unlink(draft);
  }
  await syncFolder(dataDir);
  return (await readIfPresent(path)) ?? "";
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
