import ipaddr from "ipaddr.js";
import { tooManyRequests } from "./errors.ts";

/**
 * Points per minute, in a fixed window for each caller. Counted in this process: behind a proxy each process has its
 * own window, so the limit of an installation is the setting times its processes.
 */
export interface RateLimit {
  /** Takes points; `remaining` below zero means refused. `reset` is in epoch seconds. @param times the limit, for callers who stand for many */
  take(
    caller: string,
    points: number,
    now: number,
    times?: number,
  ): { limit: number; remaining: number; reset: number };
  /** Gives back what was taken in the same window. */
  give(caller: string, points: number, now: number): void;
}

const WINDOW_MS = 60_000;

/** @param limit points a minute */
export function openRateLimit(limit: number): RateLimit {
  let window = 0;
  let spent = new Map<string, number>();
  return {
    give(caller, points, now) {
      if (Math.floor(now / WINDOW_MS) !== window) return;
      spent.set(caller, Math.max(0, (spent.get(caller) ?? 0) - points));
    },
    take(caller, points, now, times = 1) {
      const current = Math.floor(now / WINDOW_MS);
      if (current !== window) {
        window = current;
        spent = new Map();
      }
      const used = (spent.get(caller) ?? 0) + points;
      // A refused caller does not dig deeper: the window opens at the same time however often they try.
      const most = limit * times;
      if (used <= most) spent.set(caller, used);
      return { limit: most, remaining: most - used, reset: (current + 1) * (WINDOW_MS / 1000) };
    },
  };
}

/** Takes a point. @throws 429 where none is left */
export function requireRoom(limit: RateLimit, caller: string, now: number): void {
  const { remaining, reset } = limit.take(caller, 1, now);
  if (remaining < 0) throw tooManyRequests(Math.ceil(reset - now / 1000));
}

/** The caller of an anonymous request: its IPv4 /24 or IPv6 /64, so that one network counts once. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip
    .toByteArray()
    .slice(0, ip.kind() === "ipv4" ? 3 : 8)
    .join(".");
}
