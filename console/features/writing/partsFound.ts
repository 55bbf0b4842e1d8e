/** Files and reusable contents of a space by their names, to be shown on its pages. */
import {
  getFileById,
  getFileInChangeRequestById,
  listFiles,
  listFilesInChangeRequestById,
  listReusableContents,
  listReusableContentsInChangeRequest,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import type { ContentPlace } from "../../api/content.ts";
import type { OfferedLink } from "../../editor/menu.ts";

/** As many reusable contents as are looked through: they have no search. */
const MOST_REUSABLE = 100;

/** @param text words of a name, or an address @param most how many are given */
export async function partsFound(
  { space, number }: ContentPlace,
  of: "file" | "picture" | "reusable",
  text: string,
  most: number,
): Promise<readonly OfferedLink[]> {
  if (of === "reusable") {
    const query = { limit: MOST_REUSABLE };
    const { items } =
      number === undefined
        ? await listReusableContents(client, space, query)
        : await listReusableContentsInChangeRequest(client, space, number, query);
    const asked = text.toLowerCase();
    return items
      .map(({ id, title }) => ({ title, url: `/reusable/${id}` }))
      .filter(({ title, url }) => url === text || title.toLowerCase().includes(asked))
      .slice(0, most);
  }
  const file = /^\/files\/([\w-]+)$/.exec(text)?.[1];
  if (file !== undefined) {
    const { name } =
      number === undefined
        ? await getFileById(client, space, file)
        : await getFileInChangeRequestById(client, space, number, file);
    return [{ title: name, url: text }];
  }
  const query = {
    limit: most,
    ...(text === "" ? {} : { search: text }),
    ...(of === "picture" ? { contentType: "image/" } : {}),
  };
  const { items } =
    number === undefined
      ? await listFiles(client, space, query)
      : await listFilesInChangeRequestById(client, space, number, query);
  return items.map(({ id, name }) => ({ title: name, url: `/files/${id}` }));
}
