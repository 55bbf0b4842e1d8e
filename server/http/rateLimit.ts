import ipaddr from "ipaddr.js";
import type { RateLimit } from "../turns/limits.ts";
import { tooManyRequests } from "./errors.ts";

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
