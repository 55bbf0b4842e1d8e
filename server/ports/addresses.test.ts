import { describe, expect, test } from "vitest";
import { isPrivateName, isPublicAddress } from "./addresses.ts";

const PUBLIC = [
  "8.8.8.8",
  "1.1.1.1",
  "93.184.216.34",
  "223.255.255.254",
  "172.15.255.255",
  "172.32.0.1",
].concat(
  [
    "192.167.255.255",
    "192.169.0.0",
    "169.253.0.1",
    "100.63.255.255",
    "100.128.0.0",
    "11.0.0.1",
    "126.255.255.255",
  ],
  ["2606:4700::1111", "2001:4860:4860::8888", "2a00:1450:4001::200e"],
  // What DNS64 makes of a public name in a network without IPv4.
  ["64:ff9b::808:808", "::ffff:8.8.8.8"],
);

const NOT_PUBLIC = [
  "127.0.0.1",
  "127.255.255.255",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
].concat(
  [
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "169.254.0.0",
    "100.64.0.1",
    "100.127.255.255",
  ],
  ["192.0.0.1", "192.0.0.170", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "198.19.255.255"],
  ["192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  [
    "::",
    "::1",
    "::7f00:1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:a00:1",
    "::ffff:169.254.169.254",
  ],
  ["::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "64:ff9b:1::808:808"],
  [
    "2002:7f00:1::",
    "2002:808:808::1",
    "2001:0:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "2001:2::1",
    "2001:10::1",
  ],
  [
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "100::1",
    "3fff::1",
    "5f00::1",
  ],
  [
    "4000::1",
    "8000::1",
    "e000::1",
    "",
    "localhost",
    "example.com",
    "8.8.8.8.8",
    "1e100",
    " 8.8.8.8",
    "8.8.8.8/32",
  ],
);

describe("addresses of the public internet", () => {
  test.each(PUBLIC)("%s is one", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(NOT_PUBLIC)("%j is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("names that mean something inside a network only", () => {
  test.each([
    "localhost",
    "LOCALHOST",
    "localhost.",
    "intranet",
    "db",
    "a.local",
    "printer.local.",
    "x.localhost",
  ])("%s is one", (name) => expect(isPrivateName(name)).toBe(true));
  test.each(["metadata.google.internal", "metadata.google.internal.", "router.home.arpa", ""])(
    "%j is one",
    (name) => {
      expect(isPrivateName(name)).toBe(true);
    },
  );
  test.each(["example.com", "example.com.", "local.example.com", "notlocal.net", "internal.io"])(
    "%s is not",
    (name) => {
      expect(isPrivateName(name)).toBe(false);
    },
  );
});
