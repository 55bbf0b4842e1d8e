/** The program that runs scripts: workerd, from an optional package for the system that this is. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const PACKAGES: Readonly<Record<string, string>> = {
  "darwin-arm64": "@cloudflare/workerd-darwin-arm64",
  "darwin-x64": "@cloudflare/workerd-darwin-64",
  "linux-arm64": "@cloudflare/workerd-linux-arm64",
  "linux-x64": "@cloudflare/workerd-linux-64",
};

/** Where workerd lies; undefined where its package isn't installed, or there is none for this system. */
export function findWorkerd(): string | undefined {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const file = createRequire(import.meta.url).resolve(`${name}/bin/workerd`);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** What published bundles are built for: newer dates change what they find. */
const COMPATIBILITY_DATE = "2025-11-01";

/** The configuration of a process whose folder this is. All that is in it may be known to a script: it has no secret. */
export function configuration(folder: string): string {
  const at = (file: string): string => JSON.stringify(`unix:${folder}/${file}`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "room", worker = (
      modules = [(name = "room.js", esModule = embed "room.js")],
      compatibilityDate = "${COMPATIBILITY_DATE}",
      compatibilityFlags = ["enable_ctx_exports"],
      bindings = [(name = "scripts", workerLoader = ()), (name = "door", service = "internet")])),
    (name = "internet", external = (address = ${at(DOOR_SOCKET)}, http = ())),
  ],
  sockets = [(name = "room", address = ${at(ROOM_SOCKET)}, service = "room", http = ())],
  v8Flags = ["--max-old-space-size=${HEAP_MEGABYTES}", "--single-threaded-gc"],
);
`;
}

/** Where the process listens, and where it asks what is outside of it. */
export const ROOM_SOCKET = "room.sock";
export const DOOR_SOCKET = "door.sock";
/** Megabytes of JavaScript's values that one script may have. */
const HEAP_MEGABYTES = 128;

/** What a request is for, in its address at the door. */
export const DOOR = { code: "/code", ended: "/ended", ask: "/ask" } as const;
/** The headers between us and the process. A script sees the event's alone. */
export const HEADERS = {
  /** Which script, by a secret of this process that stands for it and for its installation. */
  script: "lectern-script",
  /** What a script asks for. */
  url: "lectern-url",
  /** The event, by a number. */
  event: "lectern-event",
  /** Who asks our API: its installation, said by the door. */
  installation: "lectern-installation",
  /** Of an answer: the script could not be loaded, or it threw. */
  failed: "lectern-failed",
  /** The script is loaded, and asked nothing. */
  trial: "lectern-trial",
} as const;

/**
 * What of ours runs in the process: it loads scripts, each into an isolate of its own, and is the only thing they can
 * ask. The secret that names a script at the door is outside of the script's reach.
 */
export const ROOM_PROGRAM = `import { WorkerEntrypoint } from "cloudflare:workers";

export class Door extends WorkerEntrypoint {
  fetch(request) {
    const headers = new Headers(request.headers);
    headers.set("${HEADERS.script}", this.ctx.props.script);
    headers.set("${HEADERS.url}", request.url);
    const { method, body } = request;
    return this.env.door.fetch("http://door${DOOR.ask}", { method, headers, body, redirect: "manual" });
  }
}

export class Ended extends WorkerEntrypoint {
  async tail(runs) {
    for (const run of runs) {
      const event = run.event?.request?.headers["${HEADERS.event}"];
      const body = JSON.stringify({ outcome: run.outcome, logs: run.logs, exceptions: run.exceptions });
      const headers = { "${HEADERS.script}": this.ctx.props.script, "${HEADERS.event}": String(event) };
      await this.env.door.fetch("http://door${DOOR.ended}", { method: "POST", headers, body });
    }
  }
}

// A script that is loaded can put what it likes in the place of what answers for it: that is held before.
const HELD = "export const { Response } = globalThis;";
const TRIAL = 'import { Response } from "./held.js"; import "./script.js"; export default { fetch: () => new Response("") };';

export default {
  async fetch(request, env, ctx) {
    const script = request.headers.get("${HEADERS.script}");
    const isTrial = request.headers.has("${HEADERS.trial}");
    const props = { script };
    const worker = env.scripts.get(script, async () => {
      const answer = await env.door.fetch("http://door${DOOR.code}", { headers: { "${HEADERS.script}": script } });
      const { code, flags } = await answer.json();
      return {
        compatibilityDate: "${COMPATIBILITY_DATE}",
        compatibilityFlags: flags,
        mainModule: isTrial ? "trial.js" : "script.js",
        modules: { "script.js": code, ...(isTrial && { "held.js": HELD, "trial.js": TRIAL }) },
        env: {},
        // What is loaded alone reaches nobody, whatever it makes of the names that it is answered by.
        globalOutbound: isTrial ? null : ctx.exports.Door({ props }),
        tails: [ctx.exports.Ended({ props })],
      };
    });
    const headers = new Headers(request.headers);
    headers.delete("${HEADERS.script}");
    const { method, body } = request;
    try {
      const answer = await worker.getEntrypoint().fetch("http://integration/v1", { method, headers, body, redirect: "manual" });
      const own = new Response(answer.body, answer);
      // A script says nothing in our name.
      own.headers.delete("${HEADERS.failed}");
      return own;
    } catch (error) {
      return new Response(String(error), { status: 500, headers: { "${HEADERS.failed}": "1" } });
    }
  },
};
`;
