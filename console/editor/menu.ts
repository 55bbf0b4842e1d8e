/** What is offered behind `/`, `@` and `[[`, and what comes of choosing it. */
import { type Command, type EditorState, PluginKey, Selection } from "prosemirror-state";
import { schema } from "./schema.ts";

/** One thing that can be put on a page. */
export interface MenuEntry {
  readonly id: string;
  /** What it is called. */
  readonly label: string;
  /** What else it is found by. */
  readonly words: string;
  /** The lines of its picture. */
  readonly sign?: string;
  readonly run: Command;
}

/** What is looked for behind each sign. */
const SIGNS = { "/": "block", "@": "person", "[[": "page" } as const;

export type LookedFor = (typeof SIGNS)[keyof typeof SIGNS];

export interface MenuQuery {
  /** Where the sign is. */
  readonly from: number;
  readonly of: LookedFor;
  readonly query: string;
}

/** What was typed behind a sign at the start of a line or behind a blank; undefined while nothing is. */
export function menuQuery({ selection }: EditorState): MenuQuery | undefined {
  const { $from, empty: isCaret } = selection;
  if (!isCaret || !$from.parent.inlineContent || $from.parent.type.spec.code === true) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, "\ufffc", "\ufffc");
  const found = /(?:^|\s)(\/|@|\[\[)([\p{L}\d-]{0,30}(?: [\p{L}\d-]{0,30}){0,3})$/u.exec(before);
  if (found === null) return undefined;
  const [, sign = "", query = ""] = found;
  return { from: $from.pos - sign.length - query.length, of: SIGNS[sign as keyof typeof SIGNS], query };
}

/** What can be linked: a page, or a person. */
export interface OfferedLink {
  readonly title: string;
  readonly url: string;
}

/** What can be found by its name. */
export type Findable =
  | Exclude<LookedFor, "block">
  | "file"
  | "picture"
  | "reusable"
  | "specification"
  | "operation"
  | "schema"
  | "integration";

/**
 * Finds what can be linked or shown, by what was typed; all of it by "", and what an address leads to by that.
 * @param within what it is a part of: the name of a description of an API
 */
export type FindTargets = (of: Findable, text: string, within?: string) => Promise<readonly OfferedLink[]>;

/** The menu as it stands. */
export interface MenuState {
  readonly entries: readonly MenuEntry[];
  readonly at: number;
  /** Where the sign is that was put aside by Escape. */
  readonly closed: number | undefined;
}

export const menuKey = new PluginKey<MenuState>("blockMenu");

/** The entry that writes a link. */
export const linkEntry = ({ title, url }: OfferedLink): MenuEntry => ({
  id: url,
  label: title,
  words: "",
  run: ({ tr }, dispatch) => {
    const link = schema.marks.link.create({ url });
    dispatch?.(tr.replaceSelectionWith(schema.text(title, [link]), false).insertText(" "));
    return true;
  },
});

/** Does what an entry offers, in the place of what was typed. */
export const choose =
  (entry: MenuEntry): Command =>
  (state, dispatch, view) => {
    const query = menuQuery(state);
    if (query === undefined) return false;
    const cleared = state.apply(state.tr.delete(query.from, state.selection.from));
    const steps = state.tr.delete(query.from, state.selection.from);
    return entry.run(
      cleared,
      dispatch &&
        ((change) => {
          for (const step of change.steps) steps.step(step);
          dispatch(steps.setSelection(Selection.fromJSON(steps.doc, change.selection.toJSON())));
        }),
      view,
    );
  };
