/** A document with as many of its pictures as the typesetter takes. */
import type { Pictures } from "./pictures.ts";

const NO_PICTURES: Pictures = { bySrc: new Map(), files: new Map() };

/**
 * Draws with all pictures. One that looks sound and is not ends that: then there is a document without those that are
 * broken, and where the others still end it together, one without any.
 * @param brokenAmong the names of the files that can't be drawn, each tried alone
 * @throws what `draw` throws without pictures
 */
export async function withFewerPictures<T>(
  pictures: Pictures,
  draw: (pictures: Pictures) => Promise<T>,
  brokenAmong: (files: Pictures["files"]) => Promise<ReadonlySet<string>>,
): Promise<{ readonly made: T; readonly drawn: number }> {
  try {
    return { made: await draw(pictures), drawn: pictures.files.size };
  } catch (error) {
    if (pictures.files.size === 0) throw error;
    const broken = await brokenAmong(pictures.files);
    // Fewer each time, so it ends.
    const fewer = broken.size > 0 ? without(pictures, broken) : NO_PICTURES;
    return withFewerPictures(fewer, draw, brokenAmong);
  }
}

function without({ bySrc, files }: Pictures, broken: ReadonlySet<string>): Pictures {
  return {
    bySrc: new Map([...bySrc].filter(([, { file }]) => !broken.has(file))),
    files: new Map([...files].filter(([file]) => !broken.has(file))),
  };
}
