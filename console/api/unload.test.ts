import { afterEach, expect, test, vi } from "vitest";
import { askWhile, heedUnload, leaveUnasked } from "./unload.ts";

afterEach(() => vi.unstubAllGlobals());

test("who leaves unasked and is stopped on the way is asked the next time", () => {
  const window = new EventTarget();
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  heedUnload();
  const isAsked = (): boolean => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(isAsked()).toBe(false);
  const end = askWhile(() => true);
  expect(isAsked()).toBe(true);
  leaveUnasked();
  expect(isAsked()).toBe(false);
  expect(isAsked()).toBe(true);
  end();
  expect(isAsked()).toBe(false);
});
