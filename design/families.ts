/** Families of type that settings can name, and the ones that Lectern brings along. */

const SERIF = 'ui-serif, Georgia, Cambria, "Times New Roman", serif';
const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/** Families by the names that settings have for them, as readers' machines call them. */
const FAMILIES: Readonly<Record<string, string>> = {
  ABCFavorit: `"ABC Favorit", ${SANS}`,
  Inter: `Inter, ${SANS}`,
  Roboto: `Roboto, ${SANS}`,
  RobotoSlab: `"Roboto Slab", ${SERIF}`,
  OpenSans: `"Open Sans", ${SANS}`,
  SourceSansPro: `"Source Sans 3", "Source Sans Pro", ${SANS}`,
  Lato: `Lato, ${SANS}`,
  Ubuntu: `Ubuntu, ${SANS}`,
  Raleway: `Raleway, ${SANS}`,
  Merriweather: `Merriweather, ${SERIF}`,
  Overpass: `Overpass, ${SANS}`,
  NotoSans: `"Noto Sans", ${SANS}`,
  IBMPlexSerif: `"IBM Plex Serif", ${SERIF}`,
  Poppins: `Poppins, ${SANS}`,
  FiraSans: `"Fira Sans", ${SANS}`,
  FiraCode: `"Fira Code", ${MONO}`,
  IBMPlexMono: `"IBM Plex Mono", ${MONO}`,
  JetBrainsMono: `"JetBrains Mono", ${MONO}`,
  SourceCodePro: `"Source Code Pro", ${MONO}`,
  RobotoMono: `"Roboto Mono", ${MONO}`,
  SpaceMono: `"Space Mono", ${MONO}`,
  DMMono: `"DM Mono", ${MONO}`,
  Inconsolata: `Inconsolata, ${MONO}`,
};

/** Letters of a file: browsers fetch only the files whose letters are on the page. */
const LETTERS = {
  latin:
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  "latin-ext":
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
  cyrillic: "U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116",
  greek: "U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF",
} as const;

/** A file of `design/fonts`; its name carries its hash, so that browsers may keep it for ever. */
interface Face {
  readonly file: string;
  readonly letters: keyof typeof LETTERS;
  /** One weight, or all between two. */
  readonly weight: string;
}

interface BundledFamily {
  readonly family: string;
  readonly faces: readonly Face[];
}

const face = (file: string, letters: Face["letters"], weight: string): Face => ({ file, letters, weight });

/** What comes with Lectern, the file that most pages need first. */
const BUNDLED: Readonly<Record<string, BundledFamily>> = {
  Inter: {
    family: "Inter",
    faces: [
      face("inter-latin.3100e775e861.woff2", "latin", "100 900"),
      face("inter-latin-ext.34b9c504cab7.woff2", "latin-ext", "100 900"),
      face("inter-cyrillic.71d5ee93cc1e.woff2", "cyrillic", "100 900"),
      face("inter-greek.1be3448e292f.woff2", "greek", "100 900"),
    ],
  },
  JetBrainsMono: {
    family: "JetBrains Mono",
    faces: [
      face("jetbrains-mono-latin.18be452724bf.woff2", "latin", "100 800"),
      face("jetbrains-mono-latin-ext.79bfdab9ba46.woff2", "latin-ext", "100 800"),
      face("jetbrains-mono-cyrillic.d274604c4075.woff2", "cyrillic", "100 800"),
      face("jetbrains-mono-greek.ee863198077f.woff2", "greek", "100 800"),
    ],
  },
  IBMPlexMono: {
    family: "IBM Plex Mono",
    faces: [
      face("ibm-plex-mono-latin-400.08949f728dc5.woff2", "latin", "400"),
      face("ibm-plex-mono-latin-600.0d1f0b8d0722.woff2", "latin", "600"),
      face("ibm-plex-mono-latin-ext-400.6bc0f226a5b7.woff2", "latin-ext", "400"),
      face("ibm-plex-mono-latin-ext-600.32057cf50dd1.woff2", "latin-ext", "600"),
      face("ibm-plex-mono-cyrillic-400.7635422bd10d.woff2", "cyrillic", "400"),
      face("ibm-plex-mono-cyrillic-600.2b05a8695c7f.woff2", "cyrillic", "600"),
    ],
  },
};

/** Formulas need a font made for them; where readers have one of those that are, nothing is fetched. */
const MATHS = "stix-two-math.8b2a6834cfe1.woff2";

/** The rule for formulas, for every sheet: browsers fetch the file for pages that have some. */
export const MATHS_CSS = `@font-face{font-family:"Maths";font-display:optional;src:local("STIX Two Math"),local("Cambria Math"),local("Latin Modern Math"),url("${MATHS}") format("woff2")}\n`;

/** The files that styles can name, for those who serve them. */
export const FONT_FILES: readonly string[] = [
  ...Object.values(BUNDLED).flatMap(({ faces }) => faces.map(({ file }) => file)),
  MATHS,
];

export function isFamily(name: string): boolean {
  return Object.hasOwn(FAMILIES, name);
}

/** The value of `font-family` for a name of the settings. */
export function familyList(name: string): string | undefined {
  return FAMILIES[name];
}

/**
 * In which family the text of pictures is drawn for a name of the settings: one of its kind that comes with Lectern.
 * @param name undefined: a font of the reader's own, or of the site's
 */
export function drawnFamily(name: string | undefined): string {
  return FAMILIES[name ?? ""]?.endsWith(SERIF) === true ? "Libertinus Serif" : "Inter";
}

/** Rules for the files of a family, beside whose sheet they are; nothing for families that readers have or not. */
export function facesCss(name: string): string {
  const { family, faces } = BUNDLED[name] ?? { family: "", faces: [] };
  return faces
    .map(
      // Optional: a file that is late is for the next page, so that text that is there never moves.
      ({ file, letters, weight }) =>
        `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url("${file}") format("woff2");unicode-range:${LETTERS[letters]}}\n`,
    )
    .join("");
}

/** The file that nearly every page in a family needs, to be fetched before the styles ask for it. */
export function firstFile(name: string): string | undefined {
  return BUNDLED[name]?.faces[0]?.file;
}
