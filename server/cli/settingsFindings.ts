/** What the settings alone tell: which are in force, and which should be thought about. */
import { type Settings, settingsTable } from "../env.ts";
import { type Finding, ok, warning } from "./finding.ts";

const NODE_LEAST = [20, 19] as const;
const NODE_BEST = 24;

/** Every setting in force by its name, without what must stay secret; null where it is unset. */
export function settingsInForce(settings: Settings): Record<string, string | number | boolean | null> {
  const keys = Object.keys(settingsTable) as (keyof typeof settingsTable)[];
  return Object.fromEntries(keys.map((key) => [settingsTable[key].name, shown(key, settings[key])]));
}

const SECRET: ReadonlySet<keyof Settings> = new Set([
  "secret",
  "adminToken",
  "translatorSecret",
  "purgeToken",
]);

function shown(
  key: keyof typeof settingsTable,
  value: Settings[keyof Settings],
): string | number | boolean | null {
  if (value === undefined) return null;
  if (key === "formerSecrets" && Array.isArray(value))
    return value.length === 0 ? "" : `(${value.length} set)`;
  if (SECRET.has(key)) return "(set)";
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return /^[a-z0-9]+:\/\//i.test(value) ? withoutPassword(value) : value;
  return Array.isArray(value) ? value.join(", ") : null;
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  if (url.password !== "") url.password = "***";
  for (const name of url.searchParams.keys()) {
    if (/password|secret|key|token/i.test(name)) url.searchParams.set(name, "***");
  }
  return url.href;
}

/** Findings about settings. */
export function settingsFindings(settings: Settings): Finding[] {
  return [
    ...settings.strays.map(({ name, meant }) =>
      warning(
        name,
        `It is set, but Lectern has no such setting. If it is meant for Lectern, rename it to ${meant}.`,
      ),
    ),
    ...addressFindings(settings),
    ...withoutMail(settings),
    ...dataFindings(settings),
  ];
}

/** The finding about the runtime. @param node its version, such as "20.19.0" */
export function nodeFindings(node: string): Finding[] {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const isOld = major < NODE_LEAST[0] || (major === NODE_LEAST[0] && minor < NODE_LEAST[1]);
  if (isOld)
    return [
      warning(
        "Node",
        `Node ${node} is older than ${NODE_LEAST.join(".")}, which Lectern needs. Install Node ${NODE_BEST}.`,
      ),
    ];
  const better = major >= NODE_BEST ? "" : `; ${NODE_BEST} is faster and is maintained for longer`;
  return [ok("Node", `Node ${node}${better}`)];
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|::1|.*\.localhost)$/;

function isPlain(address: string | undefined): boolean {
  if (address === undefined) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !LOOPBACK.test(hostname);
}

/** What is thought about addresses, each with the setting that it is about. */
const ADDRESS_WARNINGS: readonly {
  readonly about: string;
  readonly isDue: (settings: Settings) => boolean;
  readonly message: string | ((settings: Settings) => string);
}[] = [
  {
    about: "LECTERN_PUBLIC_URL",
    isDue: ({ publicUrl }) => isPlain(publicUrl),
    message:
      "Tokens and sign-ins travel unencrypted over http. Put a proxy with HTTPS in front of Lectern and set this to its https address.",
  },
  {
    about: "LECTERN_SITES_URL",
    isDue: ({ sitesUrl }) => isPlain(sitesUrl),
    message:
      "Published sites travel unencrypted over http. Put a proxy with HTTPS in front of them and set this to its https address.",
  },
  {
    about: "HOST",
    isDue: ({ host, publicUrl }) => !LOOPBACK.test(host) && publicUrl === undefined,
    message: ({ host }) =>
      `Lectern listens on ${host} without HTTPS. Let a proxy with HTTPS reach it, and set LECTERN_PUBLIC_URL.`,
  },
  {
    about: "LECTERN_TRUSTED_PROXIES",
    isDue: ({ publicUrl, trustedProxies }) =>
      publicUrl?.startsWith("https:") === true && trustedProxies.length === 0,
    message:
      "It is not set: behind a proxy, all requests seem to come from the proxy's address. Set it to the address of the proxy.",
  },
  {
    about: "LECTERN_PURGE_URL",
    isDue: ({ purgeUrl, purgeToken }) => isPlain(purgeUrl) && purgeToken !== undefined,
    message:
      "Lectern sends the token there unencrypted over http. Use an https address, unless the way there is inside your own network.",
  },
];

function addressFindings(settings: Settings): Finding[] {
  return ADDRESS_WARNINGS.filter(({ isDue }) => isDue(settings)).map(({ about, message }) =>
    warning(about, typeof message === "string" ? message : message(settings)),
  );
}

function withoutMail({ smtpUrl }: Settings): Finding[] {
  if (smtpUrl !== undefined) return [];
  return [
    warning(
      "LECTERN_SMTP_URL",
      "It is not set: e-mail, with its sign-in links, is written to the log instead of being sent. Set it to the address of your mail server.",
    ),
  ];
}

function dataFindings({ clockOffset, rateLimit, allowPrivateNetwork }: Settings): Finding[] {
  const found: Finding[] = [];
  if (clockOffset !== 0)
    found.push(
      warning(
        "LECTERN_CLOCK_OFFSET",
        `It moves the clock by ${clockOffset} seconds. Unset it outside of tests.`,
      ),
    );
  if (rateLimit === 0)
    found.push(
      warning(
        "LECTERN_RATE_LIMIT",
        "There is no limit, so one token can overload the server. Unset it to use the default.",
      ),
    );
  if (allowPrivateNetwork) {
    found.push(
      warning(
        "LECTERN_ALLOW_PRIVATE_NETWORK",
        "Imports, webhooks, Git Sync and everything else that fetches an address can reach your own network. Set it to 0 unless all editors are allowed to do this.",
      ),
    );
  }
  return found;
}
