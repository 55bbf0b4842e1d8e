import type { Command } from "commander";
import type { Deps } from "../deps.ts";
import type { Settings } from "../env.ts";
import { notedSecret, sealAgain, type ResealCount, sealedUnder } from "../jobs/sealed.ts";
import { lockFolder } from "../ports/lock.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { changeBy, withInstallation } from "./beside.ts";
import { amount, type Console, EXIT } from "./console.ts";

interface Options {
  readonly json?: boolean;
}

/** Adds `lectern rotate-keys`. */
export function addRotateKeys(lectern: Command, console: Console, exit: (code: number) => void): void {
  lectern
    .command("rotate-keys")
    .description(
      "Encrypt values under LECTERN_SECRET that are still under LECTERN_FORMER_SECRETS; the server can run meanwhile",
    )
    .option("--json", "print the result as JSON")
    .action(async (options: Options) =>
      exit(await withInstallation(console, (deps, settings) => rotate(console, deps, settings, options))),
    );
}

async function rotate(console: Console, deps: Deps, settings: Settings, options: Options): Promise<number> {
  const release = await holdOrCheck(deps, settings);
  try {
    const done = await sealAgain(deps.db, deps.secrets);
    const late = await sealedMeanwhile(deps, done);
    if (done.sealed > 0) await leaveTrail(deps, done.sealed);
    tell(console, { ...done, late }, options);
    return done.broken.length + late === 0 ? EXIT.ok : EXIT.problems;
  } finally {
    await release?.();
  }
}

/**
 * Keeps servers from starting, where one could start on another secret. Where one runs, it has to have the secret in use.
 * @throws StartRefused when the server that started last seals with another secret
 */
async function holdOrCheck(
  { db, secrets }: Deps,
  { dataDir, databaseUrl }: Settings,
): Promise<(() => Promise<void>) | undefined> {
  const isShared = databaseUrl !== undefined;
  const release = isShared ? undefined : await lockFolder(dataDir, { shared: false }).catch(onlyWhenTaken);
  if (release !== undefined) return release;
  const noted = await notedSecret(db.read);
  if (noted === undefined || noted === secrets.id) return undefined;
  throw new StartRefused(
    "The server that started last has another LECTERN_SECRET and could not read what this command writes. Restart every server with the new one, and with the old one in LECTERN_FORMER_SECRETS; then run this again.",
  );
}

function onlyWhenTaken(error: unknown): undefined {
  if (!(error instanceof StartRefused)) throw error;
  return undefined;
}

/** How many texts a server sealed under a former secret while the command ran. */
async function sealedMeanwhile({ db, secrets }: Deps, { broken }: ResealCount): Promise<number> {
  const others = [...(await sealedUnder(db.read))].filter(([id]) => id !== secrets.id);
  const left = others.reduce((sum, [, count]) => sum + count, 0);
  return Math.max(0, left - broken.length);
}

async function leaveTrail(deps: Deps, sealed: number): Promise<void> {
  await changeBy(deps, async ({ trace }) => {
    const target = { type: "installation", id: "installation" };
    await trace({ action: "installation.rotate-keys", target, after: { sealed } });
    return {};
  });
}

function tell(
  console: Console,
  { sealed, broken, late }: ResealCount & { readonly late: number },
  { json }: Options,
): void {
  if (json) return console.print(JSON.stringify({ sealed, late, broken }));
  console.print(
    sealed === 0
      ? "Nothing had to be encrypted again."
      : `Encrypted ${amount(sealed, "value")} under the secret in use.`,
  );
  for (const place of broken) console.note(`problem: ${place}`);
  if (late > 0) {
    console.note(
      `problem: a server encrypted ${amount(late, "value")} under another secret meanwhile. Restart every server with the new secret, then run this again.`,
    );
  }
}
