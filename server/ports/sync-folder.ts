import { open } from "node:fs/promises";

/** Makes the names in a folder survive a power loss: a new or renamed file is only safe once its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
