/** What an answer may measure. Told by one look over its bytes, before anything reads them. */
import { distrust, SamlRefused } from "./refused.ts";

/** Largest answer, in bytes of XML: one with a thousand groups has about 100,000. */
export const LARGEST = 128 * 1024;
/** Checking a signature takes longer than linear in these; an answer with some hundred groups has fewer. */
const MOST_ELEMENTS = 1000;
const MOST_ATTRIBUTES = 4000;

const [OPENS, CLOSES, EQUALS] = [0x3c, 0x2f, 0x3d];

/**
 * The base64 of an answer, without the spaces between it.
 * @param posted the SAMLResponse as it was posted
 * @throws SamlRefused for what is no base64, and "too-large" for more than an honest answer has
 */
export function measurePosted(posted: string): string {
  const base64 = posted.replace(/[\r\n\t ]+/g, "");
  if (base64.length > Math.ceil(LARGEST / 3) * 4) refuseLarger("128 kB");
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) distrust("It is not base64.");
  const xml = Buffer.from(base64, "base64");
  let elements = 0;
  let attributes = 0;
  for (let at = 0; at < xml.length; at++) {
    const byte = xml[at];
    if (byte === OPENS && xml[at + 1] !== CLOSES) elements++;
    else if (byte === EQUALS) attributes++;
  }
  if (elements > MOST_ELEMENTS) refuseLarger(`${MOST_ELEMENTS} elements`);
  if (attributes > MOST_ATTRIBUTES) refuseLarger(`${MOST_ATTRIBUTES} attributes`);
  return base64;
}

function refuseLarger(than: string): never {
  throw new SamlRefused(
    "too-large",
    `It has more than ${than}. Have the identity provider send fewer groups or attributes.`,
  );
}
