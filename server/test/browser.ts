import { access } from "node:fs/promises";
import chromium from "@sparticuz/chromium";
import { chromium as driver, type Browser } from "playwright-core";

const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--force-color-profile=srgb",
];

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
export async function launchBrowser(): Promise<Browser> {
  try {
    return await driver.launch({ executablePath: await chromium.executablePath(), args: ARGUMENTS });
  } catch (error) {
    const executablePath = await findSystemBrowser();
    if (executablePath === undefined) throw error;
    return driver.launch({ executablePath, args: ARGUMENTS });
  }
}
