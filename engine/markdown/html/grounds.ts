/** What addresses and expressions mean on a page that shows texts of several spaces. */
import type { Document } from "../document.ts";
import { resolveTarget, thingOf } from "../targets.ts";
import type { Inclusion, RenderContext, ResolvedFile, ResolvedLink } from "./context.ts";

/** What the texts of one space name, as far as the reader is shown it. */
export interface RenderGround {
  /** Where the space itself is. */
  readonly home?: ResolvedLink;
  /** Pages, files and the texts of reusable contents by id. */
  readonly links: Readonly<Record<string, ResolvedLink>>;
  readonly files: Readonly<Record<string, ResolvedFile>>;
  readonly included: ReadonlyMap<string, Document>;
  readonly evaluate?: RenderContext["evaluate"];
}

const BROKEN: ResolvedLink = { href: "", broken: true };

/**
 * The context of a page.
 * @param grounds by space; things of a space that is not among them are shown to nobody
 * @param space the one that the page is in
 * @param around what is the same in all texts; links that it resolves are not looked for in any space
 */
export function groundedContext(
  grounds: ReadonlyMap<string, RenderGround>,
  space: string,
  around: RenderContext,
): RenderContext {
  const contexts = new Map<string, RenderContext>();
  const within = (home: string, ground: RenderGround): RenderContext => {
    const known = contexts.get(home);
    if (known !== undefined) return known;
    const context = {
      ...around,
      ...resolversOf(home, grounds, around),
      ...evaluatingIn(ground),
      resolveInclude,
    };
    contexts.set(home, context);
    return context;

    function resolveInclude(path: string): Inclusion | "unavailable" | undefined {
      const thing = thingOf(path, home);
      if (thing?.kind !== "reusable") return undefined;
      const found = grounds.get(thing.space);
      const document = found?.included.get(thing.id);
      if (found === undefined || document === undefined)
        return resolveTarget(path).kind === "space" ? "unavailable" : undefined;
      return { document, context: within(thing.space, found) };
    }
  };
  const own = grounds.get(space);
  return own === undefined ? around : within(space, own);
}

function evaluatingIn({ evaluate }: RenderGround): Pick<RenderContext, "evaluate"> {
  return evaluate === undefined ? {} : { evaluate };
}

function resolversOf(
  home: string,
  grounds: ReadonlyMap<string, RenderGround>,
  around: RenderContext,
): Required<Pick<RenderContext, "resolveLink" | "resolveFile">> {
  const resolveFile = (url: string): ResolvedFile | undefined => {
    const thing = thingOf(url, home);
    const ground = thing?.kind === "file" ? grounds.get(thing.space) : undefined;
    return ground && own(ground.files, thing?.id ?? "");
  };
  return {
    resolveFile,
    resolveLink(url) {
      const known = around.resolveLink?.(url);
      if (known !== undefined) return known;
      const target = resolveTarget(url);
      if (target.kind === "space" && target.thing === undefined)
        return grounds.get(target.space)?.home ?? BROKEN;
      const thing = thingOf(url, home);
      if (thing?.kind !== "page")
        return target.kind === "space" && resolveFile(url) === undefined ? BROKEN : undefined;
      const link = own(grounds.get(thing.space)?.links ?? {}, thing.id) ?? BROKEN;
      return thing.anchor === undefined ? link : { ...link, href: `${link.href}#${thing.anchor}` };
    },
  };
}

/** Names come from authors: those of every object are none of theirs. */
function own<V>(record: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
