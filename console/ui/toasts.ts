/** What was done, said for a moment at the foot of the screen, and how to take it back. */
import { useSyncExternalStore } from "react";
import { words } from "../words.ts";

interface ToastText {
  readonly text: string;
  /** What went wrong is told at once, and stays until it is closed. */
  readonly isWrong?: boolean;
  /** Takes it back; while it is shown, by Ctrl Z too. */
  readonly undo?: (() => void) | undefined;
}

export interface Toast extends ToastText {
  readonly id: number;
}

/** Those that can be taken back one after another. */
const MOST = 20;
let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows one, in the place of what was said before it. */
export function say(toast: ToastText): void {
  last += 1;
  set([...toasts, { ...toast, id: last }].slice(-MOST));
}

/** Says that something was not done, and why. */
export function sayNotDone(error: unknown): void {
  say({ text: words.notDone(error instanceof Error ? error.message : String(error)), isWrong: true });
}

export function closeToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function takeBack({ id, undo }: Toast): void {
  closeToast(id);
  undo?.();
}

/** What was said without a fault, up to one of them, is said no more. */
export function closeUpTo(id: number): void {
  set(toasts.filter((toast) => toast.id > id || toast.isWrong === true));
}

/** Takes back the latest that can be, of what was said without a pause. False where there is none. */
export function undoLatest(): boolean {
  const toast = toasts.findLast(({ undo }) => undo !== undefined);
  if (toast === undefined) return false;
  takeBack(toast);
  return true;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Those that are shown. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(listen, () => toasts);
}
