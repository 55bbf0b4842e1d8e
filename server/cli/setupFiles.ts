/** What `lectern init` writes, as the guides show it: settings, a unit for systemd, and a sample for Caddy. */
import { parseEnv } from "node:util";
import { readSettings, type Settings, settingsTable } from "../env.ts";
import { StartRefused } from "../ports/start-refused.ts";

/** Settings by their names in the environment. */
export type GivenSettings = Readonly<Record<string, string>>;

const ABOUT = new Map<string, string>(Object.values(settingsTable).map(({ name, about }) => [name, about]));

/**
 * The file of settings, as systemd, Node and Docker read it alike.
 * @throws StartRefused for a value that the start refuses, or that such a file can't hold
 */
export function settingsFile(given: GivenSettings): string {
  const entries = Object.entries(given).map(
    ([name, value]) => `# ${ABOUT.get(name)}\n${name}=${quoted(value)}\n`,
  );
  const text = [
    "# Settings of Lectern; docs/settings.md has all of them.\nNODE_ENV=production\n",
    ...entries,
  ].join("\n");
  const read = parseEnv(text);
  const lost = Object.keys(given).find((name) => read[name] !== given[name]);
  if (lost !== undefined) {
    throw new StartRefused(
      `${lost} holds a character that a file of settings can't: a single quote or a line's end.`,
    );
  }
  readSettings(read);
  return text;
}

function quoted(value: string): string {
  return /^[\w@%+=:,./?~-]*$/.test(value) ? value : `'${value}'`;
}

/** Whether a path is where systems keep what they may delete at the next start. */
export const isBelowTemporary = (path: string): boolean => /^\/(?:var\/)?tmp(?:\/|$)/.test(path);

interface Unit {
  readonly user: string;
  /** Paths, all absolute. */
  readonly settings: string;
  readonly node: string;
  readonly program: string;
  /** The folder that Lectern may write into. */
  readonly writable: string;
}

/** The unit that keeps Lectern running. */
export function serviceUnit({ user, settings, node, program, writable }: Unit): string {
  const isAtHome = [node, program, writable].some((path) => /^\/(home|root|run\/user)\//.test(path));
  // A service with a folder for temporary files of its own doesn't see those of the machine.
  const isTemporary = [node, program, writable].some(isBelowTemporary);
  return `[Unit]
Description=Lectern
After=network-online.target
Wants=network-online.target

[Service]
User=${user}
EnvironmentFile=${settings.replaceAll("%", "%%")}
ExecStart=${[node, program].map(word).join(" ")} start
Restart=on-failure
RestartSec=2
TimeoutStopSec=40
NoNewPrivileges=true
ProtectSystem=strict
ProtectHome=${isAtHome ? "read-only" : "true"}
PrivateTmp=${isTemporary ? "false" : "true"}
UMask=0077
ReadWritePaths=${word(writable)}

[Install]
WantedBy=multi-user.target
`;
}

/** A path as one word of a unit. */
function word(path: string): string {
  const escaped = path.replaceAll("%", "%%");
  return /[\s"'\\]/.test(escaped) ? `"${escaped.replaceAll(/["\\]/g, "\\$&")}"` : escaped;
}

/** The sites of a Caddyfile, for the two addresses. */
export function caddyfile(
  addresses: { readonly app: string; readonly sites: string },
  settings: Settings,
): string {
  const { port, sitesPort = port + 1 } = settings;
  return `(lectern) {
	transport http {
		# Shorter than Lectern keeps a connection, so that none is used in the moment it ends.
		keepalive 4s
	}
}

${caddyName(addresses.app)} {
	# Figures are for your monitoring, not for the public.
	respond /metrics 404
	reverse_proxy 127.0.0.1:${port} {
		import lectern
	}
}

${caddyName(addresses.sites)} {
	reverse_proxy 127.0.0.1:${sitesPort} {
		import lectern
	}
}
`;
}

/** A name alone is served with TLS. */
function caddyName(address: string): string {
  const { protocol, host } = new URL(address);
  return protocol === "https:" ? host : `http://${host}`;
}
