/** Old addresses that projects know of lead on where they led there. */
import { expect, test } from "vitest";
import { planProject, type ProjectTexts } from "./project.fixture.ts";

/** A project, and its redirects as they come out: from where, to the file of which page or to which address. */
interface ProjectCase {
  readonly files: ProjectTexts;
  readonly redirects: readonly (readonly [from: string, to: string])[];
  readonly problems?: readonly string[];
}

const CASES: Readonly<Record<string, ProjectCase>> = {
  Docusaurus: {
    files: {
      "docusaurus.config.js": `module.exports = {
  presets: [["classic", { docs: { sidebarPath: "./sidebars.js" } }]],
  plugins: [["@docusaurus/plugin-client-redirects", {
    redirects: [
      { from: ["/docs/old", "/docs/older/"], to: "/docs/new" },
      { from: "/start", to: "https://example.com/" },
    ],
  }]],
};`,
      "sidebars.js": `module.exports = { docs: ["new"] };`,
      "docs/new.md": "# New",
    },
    redirects: [
      ["old", "docs/new.md"],
      ["older", "docs/new.md"],
      ["start", "https://example.com/"],
    ],
  },
  MkDocs: {
    files: {
      "mkdocs.yml":
        "plugins:\n  - search\n  - redirects:\n      redirect_maps:\n        old.md: guide/new.md\n        was/index.md: 'guide/new.md#part'\n",
      "docs/guide/new.md": "# New\n\n## Part",
    },
    redirects: [
      ["old", "docs/guide/new.md"],
      ["was", "docs/guide/new.md"],
    ],
  },
  mdBook: {
    files: {
      "book.toml":
        '[output.html.redirect]\n"/old/place.html" = "../new.html"\n"/gone.html" = "https://example.com/x.html"\n',
      "src/SUMMARY.md": "# Summary\n\n- [New](new.md)\n",
      "src/new.md": "# New",
    },
    redirects: [
      ["old/place", "src/new.md"],
      ["gone", "https://example.com/x.html"],
    ],
  },
  Hugo: {
    files: {
      "hugo.toml": 'title = "T"\n',
      "content/guide/new.md": "---\ntitle: New\naliases: [/old/place/, beside]\n---\nText.",
    },
    redirects: [
      ["old/place", "content/guide/new.md"],
      ["guide/beside", "content/guide/new.md"],
    ],
  },
  Starlight: {
    files: {
      "astro.config.mjs": `export default defineConfig({
  redirects: { "/old": "/new/", "/all/[...rest]": "/new", "/each/:id": "/new" },
  integrations: [starlight({ title: "T" })],
});`,
      "src/content/docs/new.md": "---\ntitle: New\n---\nText.",
    },
    redirects: [["old", "src/content/docs/new.md"]],
    problems: [
      "astro.config.mjs: a redirect of many addresses at once is left out; 2 times in all, here first",
    ],
  },
};

test.each(Object.entries(CASES))("of %s", async (_, { files, redirects, problems = [] }) => {
  const { plan, problems: told } = await planProject(files);
  const led = plan.redirects.map(({ from, to, target }) => [from, target?.kind === "page" ? target.key : to]);
  expect(led).toEqual(expect.arrayContaining([...redirects]));
  expect(told.slice(1)).toEqual(problems);
});
