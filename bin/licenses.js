// The licences of the packages inside the bundle: most of them ask to be handed on with the code.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The texts of the licences, package by package.
 * @param inputs the files that esbuild read, relative to `root`
 */
export async function licensesOf(root, inputs) {
  const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []));
  const texts = new Map();
  for (const folder of folders) {
    const { name, version, license, author } = JSON.parse(
      await readFile(join(root, folder, "package.json"), "utf8"),
    );
    const by = typeof author === "object" ? author.name : author;
    const text = (await licenseFiles(join(root, folder))) || `${license}${by ? `, by ${by}` : ""}`;
    texts.set(`${name} ${version}`, text);
  }
  const titles = [...texts.keys()].toSorted();
  return titles.map((title) => `${title}\n${"=".repeat(title.length)}\n\n${texts.get(title)}\n`).join("\n\n");
}

async function licenseFiles(folder) {
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  const texts = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), "utf8")));
  return texts.map((text) => text.trim()).join("\n\n");
}
