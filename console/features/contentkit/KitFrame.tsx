/**
 * What an integration has on a host of its own: a page or a picture, in a frame of ours that has no origin, whose policy
 * names that host. The console's own names none.
 */
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";
import { addressIn, FRAME_SANDBOX, plainOrigin } from "../../../engine/markdown/html/contentKitActions.ts";
import { isFields, type KitFields, textOf } from "../../../engine/markdown/html/contentKitFields.ts";
import { filledIn } from "../../../engine/markdown/html/contentKitParts.ts";
import { integrationWords } from "../../words/integrations.ts";
import { useKit } from "./kit.ts";

/** Pixels that a page may ask for. */
const LOWEST = 40;
const HIGHEST = 3000;
/** What a page may want at once of the integration; what it wants beyond that is lost. */
const MOST_WANTED = 16;
/** Milliseconds between two things that it wants: it asks by the right of who looks at it, who presses no faster. */
const BETWEEN_MS = 250;

/** What the frame says, each time it says something; so does the page in it, which may speak to the window itself. */
function useSaid(frame: RefObject<HTMLIFrameElement | null>, hear: (said: KitFields) => void): void {
  const latest = useRef(hear);
  latest.current = hear;
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      const own = frame.current?.contentWindow ?? undefined;
      // There is no other way to it: the parent of a window can be read from wherever.
      const isOwn = own !== undefined && (source === own || (source as Window | null)?.parent === own);
      if (isOwn && isFields(data)) latest.current(data);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [frame]);
}

/** Asks the integration for what a page wants, one after the other, and gives what takes a wish. */
function useWishes(): (wish: KitFields) => void {
  const { isBusy, act } = useKit();
  const [wishes, wish] = useState<readonly KitFields[]>([]);
  const latest = useRef(act);
  latest.current = act;
  const [first] = wishes;
  useEffect(() => {
    if (first === undefined || isBusy) return;
    const turn = setTimeout(() => {
      wish((before) => before.slice(1));
      latest.current(first);
    }, BETWEEN_MS);
    return () => clearTimeout(turn);
  }, [first, isBusy]);
  return (next) => wish((before) => (before.length < MOST_WANTED ? [...before, next] : before));
}

/** Where the frame shows it. */
const frameOf = (kind: "page" | "picture", address: string): string =>
  `/~/kit?${new URLSearchParams({ [kind]: address }).toString()}`;

interface WebFrameProps {
  readonly address: string;
  readonly of: KitFields;
}

/** A page, which is told the data of its element, and may ask for another size or something of the integration. */
export function WebFrame({ address, of }: WebFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { state } = useKit();
  const wish = useWishes();
  // How often it has said so: a page that is loaded anew hears the data again.
  const [ready, hear] = useState(0);
  const ratio = Number(of["aspectRatio"]);
  const [size, resize] = useState<CSSProperties>({ aspectRatio: ratio > 0.1 ? ratio : 16 / 9 });
  useSaid(frame, ({ action: said }) => {
    if (!isFields(said)) return;
    const name = textOf(said["action"]);
    if (name === "@webframe.ready") hear((before) => before + 1);
    else if (name === "@webframe.resize") resize((now) => sizeFrom(said["size"]) ?? now);
    else if (name !== "" && !name.startsWith("@")) wish(said);
  });
  const data = JSON.stringify(filledIn(of["data"] ?? {}, state));
  useEffect(() => {
    // It has no origin that could be named.
    if (ready > 0) frame.current?.contentWindow?.postMessage({ state: JSON.parse(data) as unknown }, "*");
  }, [ready, data]);
  return (
    <iframe
      ref={frame}
      className="embed-frame"
      style={size}
      src={frameOf("page", address)}
      sandbox={FRAME_SANDBOX}
      title={integrationWords.pageOf(new URL(address).host)}
    />
  );
}

function sizeFrom(size: unknown): CSSProperties | undefined {
  if (!isFields(size)) return undefined;
  const { height, aspectRatio } = size;
  if (typeof height === "number" && height > 0)
    return { blockSize: Math.min(HIGHEST, Math.max(LOWEST, height)) };
  return typeof aspectRatio === "number" && aspectRatio > 0.1 ? { aspectRatio } : undefined;
}

/** A picture, in its own size as far as there is room; its host's name until it is there, and where it isn't. */
export function KitPicture({ address }: { readonly address: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [size, show] = useState<{ readonly width: number; readonly height: number }>();
  useSaid(frame, ({ picture }) => {
    if (!isFields(picture)) return;
    const [width, height] = [Number(picture["width"]), Number(picture["height"])];
    if (width > 0 && height > 0) show({ width, height });
  });
  const { host } = new URL(address);
  return (
    <span className="kit-picture">
      {size === undefined ? <small>{host}</small> : null}
      <iframe
        ref={frame}
        hidden={size === undefined}
        style={size && { inlineSize: size.width, aspectRatio: size.width / size.height }}
        src={frameOf("picture", address)}
        sandbox="allow-scripts"
        aria-hidden="true"
        tabIndex={-1}
      />
    </span>
  );
}

/** The address of an element's source, where a frame can show what is there. */
export function shownAddress(source: unknown): string | undefined {
  const address = addressIn(source);
  return address === undefined || plainOrigin(address) === undefined ? undefined : address;
}
