import { expect, test } from "vitest";
import { acceptedHosts, allHosts, hostsIn, namesOf } from "./loadedHosts.ts";

test.each([
  [undefined, {}],
  ["default-src https://everything.example.com", {}],
  [
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' * https: data: blob: http://plain.example.com",
    { "script-src": [] },
  ],
  [
    "script-src *.com com localhost https://127.0.0.1 https://[::1] https://user@a.example.com",
    { "script-src": [] },
  ],
  [
    "script-src www.googletagmanager.com; connect-src https://*.google-analytics.com:443/g/collect",
    {
      "script-src": ["https://www.googletagmanager.com"],
      "connect-src": ["https://*.google-analytics.com:443/g/collect"],
    },
  ],
  [
    "script-src https://A.example.com; script-src-elem https://a.example.com https://b.example.com; child-src c.example.com",
    {
      "script-src": ["https://a.example.com", "https://b.example.com"],
      "frame-src": ["https://c.example.com"],
    },
  ],
  [
    "script-src HTTPS://CDN.example.com/Tags/v1.JS; connect-src WSS://Live.example.com/Feed",
    {
      "script-src": ["https://cdn.example.com/Tags/v1.JS"],
      "connect-src": ["wss://live.example.com/Feed"],
    },
  ],
  [
    "connect-src wss://live.example.com; script-src wss://live.example.com",
    { "connect-src": ["wss://live.example.com"], "script-src": [] },
  ],
  ["img-src https://i.example.com; object-src https://o.example.com; base-uri https://x.example.com", {}],
])("of %s these are let in: %j", (policy, hosts) => {
  expect(hostsIn(policy)).toEqual(hosts);
});

test("is no more than what was accepted, and no more than what is asked for", () => {
  const asked = "script-src a.example.com b.example.com; connect-src a.example.com";
  const accepted = "script-src b.example.com c.example.com; font-src a.example.com";
  expect(acceptedHosts(asked, accepted)).toEqual({ "script-src": ["https://b.example.com"] });
  expect(acceptedHosts(asked, undefined)).toEqual({});
});

test("of several is that of each", () => {
  const one = hostsIn("script-src a.example.com");
  const other = hostsIn("script-src a.example.com/x b.example.com; connect-src *.c.example.com");
  const all = allHosts([one, other]);
  expect(all).toEqual({
    "script-src": ["https://a.example.com", "https://a.example.com/x", "https://b.example.com"],
    "connect-src": ["https://*.c.example.com"],
  });
  expect(namesOf(all)).toEqual(["*.c.example.com", "a.example.com", "b.example.com"]);
});
