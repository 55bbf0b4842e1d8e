/** The door to the typesetter: a fixed template, values, pictures beside it, and no way to anything else. */
import type { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import type { PrintedDocument } from "../../../engine/print/printed.ts";
import { TEMPLATE } from "../../../engine/print/template.ts";
import { ownFonts } from "../../ports/fonts.ts";

export interface TypesetPdf {
  readonly pdf: Buffer;
  readonly sheets: number;
  /** Where the labels of a part stand. */
  readonly places: readonly PrintedPlace[];
}

/** A label with its sheet, from 1, and its place on it, in points from the left and from the top. */
type PrintedPlace = readonly [label: string, sheet: number, x: number, y: number];

/** The folder that the template believes it lies in. It has no files: all there is, is put beside the template. */
const NOWHERE = "/lectern-print";

/**
 * Typesets a document.
 * @throws Error with what the typesetter says, when the values are more than it can lay out
 */
export async function typeset(
  document: PrintedDocument,
  files: ReadonlyMap<string, Buffer>,
): Promise<TypesetPdf> {
  return withTypesetter((compiler) => {
    compiler.mapShadow(`${NOWHERE}/data.json`, Buffer.from(JSON.stringify(document)));
    for (const [name, bytes] of files) compiler.mapShadow(`${NOWHERE}/${name}`, bytes);
    const compiled = compiler.compile({ mainFileContent: TEMPLATE });
    const { result } = compiled;
    if (result === null) {
      const said = compiled.takeDiagnostics();
      const first =
        said === null ? undefined : (compiler.fetchDiagnostics(said)[0] as { message?: string } | undefined);
      throw new Error(`The typesetter refused the document: ${first?.message ?? "it doesn't say why"}`);
    }
    const isInner = document.part !== null && "first" in document.part;
    const [places = []] = isInner
      ? (compiler.query(result, { selector: "<places>", field: "value" }) as PrintedPlace[][])
      : [];
    return { pdf: compiler.pdf(result), sheets: result.numOfPages, places };
  });
}

/** The names of the pictures that can't be drawn, each tried alone. */
export async function brokenAmong(files: ReadonlyMap<string, Buffer>): Promise<ReadonlySet<string>> {
  const broken = new Set<string>();
  for (const [name, bytes] of files) {
    const isDrawn = await withTypesetter((compiler) => {
      compiler.mapShadow(`${NOWHERE}/${name}`, bytes);
      const { result } = compiler.compile({ mainFileContent: `#image("${name}")` });
      return result !== null && compiler.pdf(result).length > 0;
    }).catch(() => false);
    if (!isDrawn) broken.add(name);
  }
  return broken;
}

let typesetter: Promise<NodeCompiler> | undefined;

/** Works with a typesetter that has fonts and no files but those that it is given, and forgets them afterwards. */
export async function withTypesetter<T>(work: (compiler: NodeCompiler) => T): Promise<T> {
  typesetter ??= startTypesetter();
  const compiler = await typesetter;
  try {
    return work(compiler);
  } finally {
    compiler.resetShadow();
    // What it remembers of a document is of no use to the next one, and would stay as long as the process.
    compiler.evictCache(0);
  }
}

async function startTypesetter(): Promise<NodeCompiler> {
  const { NodeCompiler: Typesetter } = await import("@myriaddreamin/typst-ts-node-compiler");
  const fonts = ownFonts();
  return Typesetter.create({
    workspace: NOWHERE,
    fontArgs: [{ fontPaths: fonts === undefined ? [] : [fonts] }],
  });
}
