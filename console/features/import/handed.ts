/** Files that come from another screen, for the import of a space: they are there once, for the form that takes them. */
import { navigate } from "wouter/use-browser-location";
import { addressOf } from "../../routes.ts";
import { type FolderFile, filesIn } from "./archive.ts";

const handed = new Map<string, readonly FolderFile[]>();

/** Goes to the import of a space, whose form begins with what is in a folder. */
export async function handOver(space: string, folder: FileSystemEntry): Promise<void> {
  handed.set(space, await filesIn([folder]));
  navigate(addressOf("spaceImport", { space }));
}

/** What was handed over, if anything was. */
export const handedTo = (space: string): readonly FolderFile[] => handed.get(space) ?? [];

/** Nobody takes it a second time. */
export const forgetHanded = (space: string): void => void handed.delete(space);
