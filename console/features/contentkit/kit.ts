/** A component of an integration as it stands: what it drew, what its fields hold, and what is asked of it. */
import { type ComponentType, createContext, use } from "react";
import { isFields, type KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import { filledIn } from "../../../engine/markdown/html/contentKitParts.ts";
import type { FieldPlace } from "../../api/fieldOptions.ts";

/** Which component, for what, and where it stands. */
export interface ComponentOf extends FieldPlace {
  readonly componentId: string;
  readonly props: KitFields;
}

/** A text that an integration wrote. */
export interface KitText {
  readonly text: string;
  /** It is code, and no Markdown. */
  readonly code?: {
    readonly lang: string;
    /** The number of its first line, where lines have numbers. */
    readonly first: number | undefined;
  };
}

/** Fields, or none where something else is given. */
export const fieldsOf = (value: unknown): KitFields => (isFields(value) ? value : {});

/** What the parts of a component do with it. */
export interface KitTalk {
  /** Shows a text. */
  readonly markdown: ComponentType<KitText>;
  /** Whether this is within what an integration drew. */
  readonly isWithin: boolean;
  /** Whether the page can be made to say something else of the block. */
  readonly canWrite?: boolean;
  /** Who is asked for choices of fields; undefined: nobody. */
  readonly from?: FieldPlace;
  readonly state: KitFields;
  /** Whether the integration is being asked. */
  readonly isBusy: boolean;
  readonly set: (name: string, value: unknown) => void;
  /** Does what an element asks for, with what fields hold. */
  readonly act: (action: KitFields, state?: KitFields) => void;
}

export const KitContext = createContext<KitTalk>({
  markdown: () => null,
  isWithin: false,
  state: {},
  isBusy: false,
  set: () => undefined,
  act: () => undefined,
});

export const useKit = (): KitTalk => use(KitContext);

/**
 * Where the integration has the choices of a field, with what other fields hold; undefined where they stand in the field.
 * Without a protocol it is that of the server.
 */
export function addressOfOptions(options: unknown, state: KitFields): string | undefined {
  const url = isFields(options) ? options["url"] : undefined;
  if (!isFields(url)) return typeof url === "string" ? url : undefined;
  const { host, pathname } = url;
  if (typeof host !== "string" || typeof pathname !== "string") return undefined;
  const query = filledIn(url["query"], state);
  const asked = Object.entries(isFields(query) ? query : {}).flatMap(([name, value]) =>
    ["string", "number", "boolean"].includes(typeof value) ? [[name, String(value)]] : [],
  );
  return `//${host}${pathname}${asked.length === 0 ? "" : `?${new URLSearchParams(asked)}`}`;
}

/** What was drawn, with what it was drawn for. */
export interface ComponentDrawing {
  readonly element: unknown;
  readonly props: KitFields;
  readonly state: KitFields;
}

/** @param held what fields hold, where somebody has done something with them */
export function drawingFrom(output: KitFields, asked: KitFields, held: KitFields): ComponentDrawing {
  return {
    element: output["element"],
    props: isFields(output["props"]) ? output["props"] : asked,
    state: { ...held, ...(isFields(output["state"]) ? output["state"] : {}) },
  };
}
