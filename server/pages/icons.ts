/** The drawings that pages name: those of Font Awesome Free, one file each. */
import type { FastifyInstance } from "fastify";
import { ICON_FOLDER } from "../../engine/markdown/html/icons.ts";

/** The part of a definition in Font Awesome's packages that is read; see their `IconDefinition`. */
interface IconDefinition {
  readonly iconName: string;
  /** Width and height of the drawing, other names (numbers among them are characters of the font), that character, paths. */
  readonly icon: readonly [number, number, readonly (string | number)[], string, string | readonly string[]];
}

type IconSet = ReadonlyMap<string, IconDefinition>;

/** What a name shows of which nobody drew anything. */
const UNKNOWN = "shapes";
/** Letters from which on a part of a name says something. */
const FEWEST_LETTERS = 3;

/** Mounts `/~/icons/<name>.svg`. A drawing changes with the package alone, so browsers ask for it once a month. */
export function mountIcons(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>(`${ICON_FOLDER}:file`, async (request, reply) => {
    const { file } = request.params;
    if (!file.endsWith(".svg")) return reply.code(404).send();
    const name = file.slice(0, -".svg".length);
    const drawing = await drawIcon(name);
    return reply
      .header("content-type", "image/svg+xml")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", `public, max-age=${drawing === undefined ? 3_600 : 2_592_000}`)
      .header("x-content-type-options", "nosniff")
      .send(drawing ?? (await drawNearest(name)));
  });
}

/** The file of an icon; nothing when the set has none of this name. */
export async function drawIcon(name: string): Promise<string | undefined> {
  const set = await openIcons();
  const definition = set.get(name) ?? set.get(STAND_INS.get(name) ?? "");
  if (definition === undefined) return undefined;
  const [width, height, , , paths] = definition.icon;
  return symbol(width, height, ...[paths].flat());
}

/** What comes nearest to a name that nobody drew: the longest part that begins it, then one that ends it. */
async function drawNearest(name: string): Promise<string | undefined> {
  const words = name.split("-").slice(0, 20);
  const cuts = words.slice(1).map((_, at) => at + 1);
  const parts = [
    ...cuts.toReversed().map((cut) => words.slice(0, cut)),
    ...cuts.map((cut) => words.slice(cut)),
  ];
  for (const part of parts) {
    const text = part.join("-");
    const drawing = text.length < FEWEST_LETTERS ? undefined : await drawIcon(text);
    if (drawing !== undefined) return drawing;
  }
  return drawIcon(UNKNOWN);
}

function symbol(width: number, height: number, ...paths: readonly string[]): string {
  const drawn = paths.map((path) => `<path d="${path}"/>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg"><!-- Font Awesome Free, fontawesome.com, CC BY 4.0 --><symbol id="i" viewBox="0 0 ${width} ${height}">${drawn}</symbol></svg>`;
}

/** All drawings by all their names. They are a megabyte and a half, so nothing is read before somebody needs one. */
function openIcons(): Promise<IconSet> {
  return (opened ??= readIcons());
}
let opened: Promise<IconSet> | undefined;

async function readIcons(): Promise<IconSet> {
  const [{ far }, { fab }, { fas }] = await Promise.all([
    import("@fortawesome/free-regular-svg-icons"),
    import("@fortawesome/free-brands-svg-icons"),
    import("@fortawesome/free-solid-svg-icons"),
  ]);
  const set = new Map<string, IconDefinition>();
  // Later ones win: what is drawn solid and in outline is shown solid, as everything else.
  for (const definition of [far, fab, fas].flatMap((pack) => Object.values(pack) as IconDefinition[])) {
    for (const name of [...definition.icon[2], definition.iconName]) set.set(String(name), definition);
  }
  return set;
}

/** What authors know from the paid edition and other sets, by what comes nearest in the free one. */
const STAND_INS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ai: "wand-magic-sparkles",
    "badge-check": "certificate",
    "bell-on": "bell",
    "bookmark-star": "bookmark",
    "brackets-curly": "code",
    browser: "window-maximize",
    "chart-mixed": "chart-line",
    "code-simple": "code",
    cpu: "microchip",
    danger: "circle-exclamation",
    email: "envelope",
    grid: "table-cells-large",
    "grid-2": "table-cells-large",
    "hand-wave": "hand",
    "hard-disk": "hard-drive",
    "hexagon-exclamation": "circle-exclamation",
    idea: "lightbulb",
    "laptop-mobile": "laptop",
    layers: "layer-group",
    life: "life-ring",
    login: "right-to-bracket",
    logout: "right-from-bracket",
    mail: "envelope",
    megaphone: "bullhorn",
    memo: "file-lines",
    "message-lines": "message",
    money: "coins",
    network: "network-wired",
    "octagon-exclamation": "circle-exclamation",
    package: "box",
    page: "file",
    people: "users",
    photo: "image",
    puzzle: "puzzle-piece",
    settings: "gear",
    "shield-check": "shield-halved",
    "shield-keyhole": "shield-halved",
    sparkles: "wand-magic-sparkles",
    "square-terminal": "terminal",
    success: "circle-check",
    support: "headset",
    webhook: "plug",
    window: "window-maximize",
    world: "globe",
  }),
);
