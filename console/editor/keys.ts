/** The keys of the editor. `Mod` is Ctrl, and ⌘ on a Mac. */
import { baseKeymap, chainCommands, exitCode } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Command, Plugin } from "prosemirror-state";
import {
  bulletList,
  first,
  heading,
  indent,
  leave,
  mark,
  newItem,
  newTask,
  orderedList,
  outdent,
  selectBlock,
  taskList,
  text,
} from "./commands.ts";
import { schema } from "./schema.ts";

const { nodes, marks } = schema;

const hardBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent || state.selection.$from.parent.type.spec.code === true)
    return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.break.create()).scrollIntoView());
  return true;
};

/** In code, Tab is what code is indented with. */
const codeTab: Command = ({ selection, tr }, dispatch) => {
  if (selection.$from.parent.type.spec.code !== true) return false;
  dispatch?.(tr.insertText("  "));
  return true;
};

const KEYS: Readonly<Record<string, Command>> = {
  "Mod-z": undo,
  "Mod-Shift-z": redo,
  "Mod-y": redo,
  "Mod-b": mark(marks.strong),
  "Mod-i": mark(marks.emphasis),
  "Mod-u": mark(marks.underline),
  "Mod-Shift-x": mark(marks.strikethrough),
  "Mod-e": mark(marks.monospace),
  "Mod-Alt-0": text,
  "Mod-Alt-1": heading(1),
  "Mod-Alt-2": heading(2),
  "Mod-Alt-3": heading(3),
  "Mod-Alt-4": heading(4),
  "Mod-Shift-7": orderedList,
  "Mod-Shift-8": bulletList,
  "Mod-Shift-9": taskList,
  Tab: first(indent, codeTab),
  "Shift-Tab": outdent,
  Enter: first(newTask, newItem),
  "Shift-Enter": chainCommands(exitCode, hardBreak),
  "Mod-Enter": first(exitCode, leave),
  Escape: selectBlock,
  Backspace: undoInputRule,
};

/** The keys of the editor, and below them those of any. */
export const keys = (): Plugin[] => [keymap(KEYS as Record<string, Command>), keymap(baseKeymap)];
