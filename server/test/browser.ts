import { access } from "node:fs/promises";
import chromium from "@sparticuz/chromium";
import { chromium as driver, type Browser, type BrowserContext, type Page } from "playwright-core";

const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A name of this machine, as all below it are, that browsers take for no secure context, as they do any that is reached over plain HTTP. */
export const PLAIN_HOST = "lectern.test";

/** Where a browser finds hosts that are none of any machine: `address:port` by name. */
export type Hosts = Readonly<Record<string, string>>;

const argumentsFor = (hosts: Hosts): string[] => [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--force-color-profile=srgb",
  `--host-resolver-rules=${[
    `MAP ${PLAIN_HOST} 127.0.0.1`,
    `MAP *.${PLAIN_HOST} 127.0.0.1`,
    ...Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`),
  ].join(", ")}`,
];

/**
 * What the browser starts with. Tests measure with the program's own fonts, which draw little but Latin serifs; pictures
 * for people (LECTERN_SHOTS names their folder) are drawn with the machine's, as readers see them.
 */
function browserEnvironment(): { readonly env?: Record<string, string> } {
  if (process.env["LECTERN_SHOTS"] === undefined) return {};
  const env = Object.fromEntries(Object.entries(process.env).map(([key, text = ""]) => [key, text]));
  return { env: { ...env, FONTCONFIG_FILE: "/etc/fonts/fonts.conf" } };
}

async function findSystemBrowser(): Promise<string | undefined> {
  for (const path of SYSTEM_BROWSERS) {
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

/**
 * Starts a real browser: the one that comes with the npm packages, or where the machine lacks the libraries
 * that one wants, Chromium as the system installed it. Throws when neither starts. The caller closes it.
 */
export function launchBrowser(hosts: Hosts = {}): Promise<Browser> {
  return launched((executablePath) =>
    driver.launch({ executablePath, args: argumentsFor(hosts), ...browserEnvironment() }),
  );
}

/** The same, as somebody's own: what it keeps is in a folder, and is there again when it is started on that one anew. */
export function launchOwnBrowser(folder: string, hosts: Hosts = {}): Promise<BrowserContext> {
  return launched((executablePath) =>
    driver.launchPersistentContext(folder, {
      executablePath,
      args: argumentsFor(hosts),
      reducedMotion: "reduce",
      ...browserEnvironment(),
    }),
  );
}

/** Holds back what a tab asks for at some addresses, until `come` is called; `asked` resolves when it has asked. */
export async function heldBack(
  tab: Page,
  addresses: string | RegExp,
): Promise<{ readonly asked: Promise<void>; readonly come: () => void }> {
  let come = (): void => undefined;
  let ask = (): void => undefined;
  const isThere = new Promise<void>((done) => (come = done));
  const asked = new Promise<void>((done) => (ask = done));
  await tab.route(addresses, async (route) => {
    ask();
    await isThere;
    await route.continue();
  });
  return { asked, come };
}

async function launched<B>(launch: (executablePath: string) => Promise<B>): Promise<B> {
  try {
    return await launch(await chromium.executablePath());
  } catch (error) {
    const executablePath = await findSystemBrowser();
    if (executablePath === undefined) throw error;
    return launch(executablePath);
  }
}
