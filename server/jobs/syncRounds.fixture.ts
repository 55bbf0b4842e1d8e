/** Ten edits on either side of a real documentation, for the test that kills their syncs. */
import { fileURLToPath } from "node:url";
import type { SyncedSpace } from "../nouns/git/gitSpace.fixture.ts";

export const DOCUMENTATION = fileURLToPath(new URL("../../node_modules/fastify/docs", import.meta.url));
/** A paragraph of it that both sides write anew. */
const CONTESTED = "The route methods configure the endpoints of the application.";
/** What either side has written, in the end once each. */
export const WORDS = [
  "A word of ours on hooks.",
  "A word of theirs on hooks.",
  "A word of theirs on replies.",
  "A word of ours on plugins.",
  "A word of theirs, above.",
  "And a word of ours.",
  "Ours: the first word on routes.",
];

/** What writers and engineers do to a real documentation between two syncs; a null deletes a file. */
export interface Round {
  readonly ours: () => Promise<void>;
  readonly theirs: (text: (path: string) => string) => Readonly<Record<string, string | null>>;
}

/** What writers do to pages, which they find by their titles. */
function editsOf(of: SyncedSpace) {
  const id = async (title: string): Promise<string> => (await of.page(title)).id;
  return {
    id,
    append: async (title: string, text: string): Promise<void> =>
      of.write(title, `${(await of.page(title)).markdown}\n${text}\n`),
    set: async (title: string, fields: object): Promise<unknown> =>
      of.change({ operation: "update_page", page: await id(title), ...fields }),
  };
}

const below = (text: string, more: string): string => `${text.trimEnd()}\n\n${more}\n`;

/** Ten edits on either side, two a round: among them renames, moves, deletions and a conflict. */
export function roundsOf(of: SyncedSpace): Round[] {
  const { id, append, set } = editsOf(of);
  return [
    {
      async ours() {
        await append("Hooks", "A word of ours on hooks.");
        await of.change({
          operation: "insert_page",
          type: "document",
          title: "Written in Lectern",
          document: { markdown: `See [hooks](/pages/${await id("Hooks")}).\n` },
        });
      },
      theirs: (text) => ({
        "Reference/Reply.md": below(text("Reference/Reply.md"), "A word of theirs on replies."),
        "Guides/Written-Elsewhere.md": "# Written elsewhere\n\nSee [reply](../Reference/Reply.md).\n",
      }),
    },
    {
      async ours() {
        await set("Testing", { title: "Testing with Fastify" });
        await set("Errors", { description: "What goes wrong" });
      },
      theirs: (text) => ({
        "Guides/Style-Guide.md": null,
        "Guides/Style.md": text("Guides/Style-Guide.md"),
        "Reference/Logging.md": `---\n# theirs\ndescription: What is written down\n---\n\n${text("Reference/Logging.md")}`,
      }),
    },
    {
      async ours() {
        await set("Middleware", { into: null, at: 0 });
        await of.change({ operation: "delete_page", page: await id("Benchmarking") });
      },
      theirs: (text) => ({
        "Guides/Serverless.md": null,
        "Reference/Serverless.md": text("Guides/Serverless.md"),
        "Reference/HTTP2.md": null,
      }),
    },
    {
      async ours() {
        await append("Plugins", "A word of ours on plugins.");
        const { markdown } = await of.page("Routes");
        await of.write("Routes", markdown.replace(CONTESTED, "Ours: the first word on routes."));
      },
      theirs: (text) => ({
        "Reference/Plugins.md": text("Reference/Plugins.md").replace(
          /\n\n/,
          "\n\nA word of theirs, above.\n\n",
        ),
        "Reference/Routes.md": text("Reference/Routes.md").replace(
          CONTESTED,
          "Theirs: the first word on routes.",
        ),
      }),
    },
    {
      async ours() {
        await set("Written in Lectern", { slug: "ours" });
        await append("Written elsewhere", "And a word of ours.");
      },
      theirs: (text) => ({
        "Reference/Hooks.md": below(text("Reference/Hooks.md"), "A word of theirs on hooks."),
        "Reference/Server.md": below(text("Reference/Server.md"), "See [hooks](./Hooks.md)."),
      }),
    },
  ];
}
