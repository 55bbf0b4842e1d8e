/** The fields beginning with `x-` that say how a reference is shown. */
import { type Fields, isFields, isTrueAt, listAt, own, textAt } from "./value.ts";

/** How a tag's page is called and where it stands. */
export interface TagFields {
  readonly title?: string;
  readonly description?: string;
  readonly icon?: string;
  /** The name of the tag above it. */
  readonly parent?: string;
}

/** Reads `x-page-title`, `x-displayName`, `x-page-description`, `x-page-icon`, `parent` and `x-parent` of a tag. */
export function tagFields(tag: Fields): TagFields {
  return present({
    title: textAt(tag, "x-page-title", "x-displayName", "summary"),
    description: textAt(tag, "x-page-description"),
    icon: textAt(tag, "x-page-icon"),
    parent: textAt(tag, "parent", "x-parent"),
  });
}

const STABILITIES = ["experimental", "alpha", "beta", "stable"] as const;

/** What an operation says about itself beyond the standard. */
export interface OperationFields {
  readonly hideTryItPanel: boolean;
  readonly expandAllResponses: boolean;
  readonly expandAllModelSections: boolean;
  /** Whether requests that readers try out go through the site; undefined where it isn't said. */
  readonly enableProxy?: boolean;
  readonly hideSample: boolean;
  readonly codeSamples: readonly CodeSample[];
  readonly stability?: (typeof STABILITIES)[number];
  /** The day after which it is gone, YYYY-MM-DD. */
  readonly deprecatedSunset?: string;
}

interface CodeSample {
  readonly lang: string;
  readonly label?: string;
  readonly source: string;
}

/** Most samples of one operation. */
const MOST_SAMPLES = 20;

/** Reads an operation's own fields; those of the whole document count where it has none of its own. */
export function operationFields(operation: Fields, document: Fields = {}): OperationFields {
  const isOn = (key: string): boolean =>
    own(operation, key) === undefined ? isTrueAt(document, key) : isTrueAt(operation, key);
  const stability = STABILITIES.find((one) => one === textAt(operation, "x-stability"));
  const sunset = textAt(operation, "x-deprecated-sunset");
  const enableProxy = [operation, document]
    .map((fields) => own(fields, "x-enable-proxy"))
    .find((said) => typeof said === "boolean");
  return {
    hideTryItPanel: isOn("x-hideTryItPanel"),
    expandAllResponses: isOn("x-expandAllResponses"),
    expandAllModelSections: isOn("x-expandAllModelSections"),
    hideSample: isOn("x-hideSample") || own(operation, "x-codeSamples") === false,
    codeSamples: [...listAt(operation, "x-codeSamples"), ...listAt(operation, "x-code-samples")]
      .filter(isFields)
      .slice(0, MOST_SAMPLES)
      .flatMap((sample) => {
        const [lang, source, label] = ["lang", "source", "label"].map((key) => textAt(sample, key));
        return lang === undefined || source === undefined ? [] : [present({ lang, label, source })];
      }) as CodeSample[],
    ...present({ stability, enableProxy }),
    ...(sunset !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(sunset) ? { deprecatedSunset: sunset } : {}),
  };
}

/** Whether it is left out of everything that is published. */
export function isInternal(value: Fields): boolean {
  return isTrueAt(value, "x-internal", "x-gitbook-ignore");
}

/** What values of an enumeration mean, by `x-enumDescriptions`. */
export function enumDescriptions(schema: Fields): ReadonlyMap<string, string> {
  const said = own(schema, "x-enumDescriptions");
  const pairs = isFields(said) ? Object.entries(said) : [];
  return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}

/** How the token of a security scheme is shown in samples. */
export function tokenFields(scheme: Fields): { readonly prefix?: string; readonly placeholder?: string } {
  return present({
    prefix: textAt(scheme, "x-gitbook-prefix"),
    placeholder: textAt(scheme, "x-gitbook-token-placeholder"),
  });
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends Readonly<Record<string, unknown>>>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
