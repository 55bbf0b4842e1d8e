/** A site as readers would see it in settings that are not saved: in a frame, from the sites' own origin. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type CreateSitePreview, createSitePublishingPreview } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { PREVIEW_GOOD_FOR } from "../../api/preview.ts";
import { ChoiceField, TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { lookWords } from "../../words/look.ts";

/** The settings that are tried: the whole site's, or what one space would have otherwise. */
export type TriedLook = Pick<CreateSitePreview, "customization" | "overrides">;

/** Milliseconds without a change until it is shown. */
const REST = 350;

/** Pixels of the window that is shown. */
const WIDTHS = { wide: 1280, middle: 820, narrow: 390 } as const;

type Width = keyof typeof WIDTHS;
type Theme = "reader" | "light" | "dark";

const choicesOf = <Name extends string>(names: Readonly<Record<Name, string>>) =>
  Object.entries(names) as unknown as (readonly [Name, string])[];

interface LivePreviewProps {
  /** Ids. */
  readonly organization: string;
  readonly site: string;
  readonly tried: TriedLook;
  /** The spaces that are on it: id of the place, and title. */
  readonly variants: readonly (readonly [id: string, title: string])[];
  /** Told why these settings can't be shown, or that they can. */
  readonly tell: (error: Error | undefined) => void;
}

export function LivePreview({ organization, site, tried, variants, tell }: LivePreviewProps) {
  const [width, setWidth] = useState<Width>("wide");
  const [theme, setTheme] = useState<Theme>("reader");
  const [siteSpace, choose] = useState(variants[0]?.[0] ?? "");
  const [claims, claim] = useState("");
  const visitor = readClaims(claims);
  const asked = useRested(
    JSON.stringify({
      siteSpace,
      ...inTheme(tried, theme),
      ...(visitor === undefined ? {} : { claims: visitor }),
    }),
  );
  const { data, error } = useQuery({
    queryKey: ["organization", organization, "site", site, "preview", asked],
    queryFn: ({ signal }) =>
      createSitePublishingPreview(client, organization, site, JSON.parse(asked), { signal }),
    placeholderData: keepPreviousData,
    staleTime: PREVIEW_GOOD_FOR,
    refetchInterval: PREVIEW_GOOD_FOR,
    refetchOnMount: false,
    gcTime: 0,
  });
  useEffect(() => tell(error ?? undefined), [error]);
  const faults = faultsOf(error, ["customization", "overrides", "claims"]);
  // What is wrong with a setting is said at the setting.
  const isWaiting = faults.of("customization") ?? faults.of("overrides");
  const waits = faults.rest ?? (isWaiting && lookWords.previewWaits);
  return (
    <section className="preview" aria-label={lookWords.preview}>
      <div className="preview-bar">
        <ChoiceField
          label={lookWords.previewAs}
          value={width}
          set={setWidth}
          choices={choicesOf(lookWords.widths)}
        />
        <ChoiceField
          label={lookWords.previewTheme}
          value={theme}
          set={setTheme}
          choices={choicesOf(lookWords.themesShown)}
        />
        {variants.length < 2 ? null : (
          <ChoiceField label={lookWords.variant} value={siteSpace} set={choose} choices={variants} />
        )}
        <TextField
          label={lookWords.claims}
          value={claims}
          set={claim}
          placeholder={lookWords.claimsExample}
          error={visitor === undefined && claims.trim() !== "" ? lookWords.claimsWrong : faults.of("claims")}
        />
      </div>
      {waits === undefined ? null : (
        <p className="preview-waits" role="status">
          {waits}
        </p>
      )}
      <Window url={data?.url} width={WIDTHS[width]} />
    </section>
  );
}

/** The same in a theme, whatever readers may choose. */
function inTheme({ customization, overrides }: TriedLook, theme: Theme): TriedLook {
  const themes = theme === "reader" ? {} : { themes: { default: theme, toggeable: false } as const };
  return customization === undefined
    ? { overrides: { ...overrides, ...themes } }
    : { customization: { ...customization, ...themes } };
}

/** What was typed as claims; undefined for what is none. */
function readClaims(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** A value once it has not changed for a moment. */
function useRested<Value>(value: Value): Value {
  const [rested, rest] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => rest(value), REST);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

interface WindowProps {
  readonly url: string | undefined;
  readonly width: number;
}

/** The frame, made smaller where there is no room for it. What comes next is loaded behind what is shown. */
function Window({ url, width }: WindowProps) {
  const place = useRef<HTMLDivElement>(null);
  const [room, measure] = useState({ width: 0, height: 0 });
  const [shown, show] = useState<string>();
  useLayoutEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(() => measure({ width: box.clientWidth, height: box.clientHeight }));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const scale = room.width === 0 ? 1 : Math.min(1, room.width / width);
  const size = {
    inlineSize: width,
    blockSize: room.height / scale,
    transform: `scale(${scale})`,
    insetInlineStart: Math.max(0, (room.width - width * scale) / 2),
  };
  const urls = [...new Set([shown, url])].filter((one) => one !== undefined);
  return (
    <div className="preview-window" ref={place}>
      {shown === undefined ? <Skeleton /> : null}
      {urls.map((one) => (
        <iframe
          key={one}
          src={one}
          style={size}
          title={lookWords.frame}
          data-waiting={one !== shown || undefined}
          aria-hidden={one !== shown || undefined}
          tabIndex={one === shown ? undefined : -1}
          // It keeps its own origin, which is not ours: nothing of the console is within its reach.
          sandbox="allow-scripts allow-same-origin"
          referrerPolicy="no-referrer"
          onLoad={() => show(one)}
        />
      ))}
    </div>
  );
}
