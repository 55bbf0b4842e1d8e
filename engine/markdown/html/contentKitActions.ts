/** Where elements of integrations lead, and what they ask for. */
import { isFields, type KitFields, textOf } from "./contentKitFields.ts";

/** What is for the integration to do, or for what shows its component; writing the page is not for readers. */
export function askedOf(action: unknown): KitFields | undefined {
  if (!isFields(action) || typeof action["action"] !== "string") return undefined;
  return /^@(?:editor|link)\.|^@ui\.url\./.test(action["action"]) ? undefined : action;
}

/** Where an action leads, if it does no more than lead somewhere. */
export function addressOf(action: unknown): string | undefined {
  if (!isFields(action) || action["action"] !== "@ui.url.open") return undefined;
  return addressIn(action);
}

/** The `url` of an object: a text, or a host with its path and its query; https alone. */
export function addressIn(source: unknown): string | undefined {
  const url = isFields(source) ? source["url"] : undefined;
  const text = isFields(url) ? `https://${textOf(url["host"])}${textOf(url["pathname"])}` : textOf(url);
  if (text.length > 2048 || !URL.canParse(text) || new URL(text).protocol !== "https:") return undefined;
  const address = new URL(text);
  if (isFields(url) && isFields(url["query"]))
    for (const [name, value] of Object.entries(url["query"]).slice(0, 50))
      if (typeof value === "string") address.searchParams.set(name, value);
  return address.href;
}

const PLAIN_ORIGIN = /^https:\/\/[a-z\d.-]+(?::\d+)?$/;

/** The origin of such an address, where a policy can name it: other signs would say something else there. */
export function plainOrigin(address: string): string | undefined {
  const { origin } = new URL(address);
  return PLAIN_ORIGIN.test(origin) ? origin : undefined;
}

/** What the page of an integration may do in its frame: it has no origin, and leads the page around it nowhere. */
export const FRAME_SANDBOX = "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";
