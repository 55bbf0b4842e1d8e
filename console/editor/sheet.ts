/** The editor's own sheet. */

/** Has the page heed the sheet that it names for this: browsers fetch it behind all else, and don't wait for it. */
export async function wearSheet(): Promise<void> {
  const sheet = document.querySelector<HTMLLinkElement>("#editor-style");
  if (sheet === null || sheet.media === "all") return;
  sheet.media = "all";
  // Without it the page can be written all the same, so that its failure is no reason to wait.
  if (sheet.sheet === null)
    await new Promise((come) => ["load", "error"].forEach((name) => sheet.addEventListener(name, come)));
}
