/** `lectern import` and `lectern export`: their names and options. */
import type { Command } from "commander";
import type { Console } from "./console.ts";
import { TOKEN_OPTION, URL_OPTION } from "./connection.ts";
import { exportCommand, type ExportOptions } from "./export.ts";
import { importCommand } from "./import.ts";
import type { ImportArguments } from "./importRun.ts";

const ORG_OPTION = ["--org <organization>", "its id, hostname or title, if there are several"] as const;

/** Adds `lectern import <path>`. */
export function addImport(lectern: Command, console: Console): void {
  lectern
    .command("import")
    .description("Import a folder, an archive, a document or a website into a space, as one revision")
    .argument("<path>", "the folder, the file, or the address")
    .option("--space <id or title>", "the space to import into")
    .option("--new <title>", "make a space with this title instead")
    .option(
      "--source <kind>",
      "the kind of source, if its name doesn't tell: confluence, notion, github-wiki …",
    )
    .option("--prune", "delete what the source doesn't have")
    .option(...ORG_OPTION)
    .option("--json", "print the result as JSON, with the whole report")
    .option(...URL_OPTION)
    .option(...TOKEN_OPTION)
    .action((path: string, options: Omit<ImportArguments, "path">) =>
      importCommand({ ...options, path }, console),
    );
}

/** Adds `lectern export <space> <target>`. */
export function addExport(lectern: Command, console: Console): void {
  lectern
    .command("export")
    .description("Export a space as a folder or zip archive that you can import again")
    .argument("<space>", "id or title of the space")
    .argument("<target>", "a new folder, or a new file that ends in .zip")
    .option(...ORG_OPTION)
    .option("--json", "print the result as JSON")
    .option(...URL_OPTION)
    .option(...TOKEN_OPTION)
    .action((space: string, target: string, options: Omit<ExportOptions, "space" | "target">) =>
      exportCommand({ ...options, space, target }, console),
    );
}
