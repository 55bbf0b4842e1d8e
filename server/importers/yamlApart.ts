/** YAML of a source, of which there may be thousands of files: long ones are read in a thread, and all have one sum. */
import { openThreads, WorkerFailed } from "../ports/worker.ts";
import { Queue } from "../turns/queue.ts";
import { ImportRefused } from "./refusal.ts";
import type { Redirect } from "./gitbookYaml.ts";
import { withRedirects } from "./redirectsYaml.ts";
import { printSiteConfig, type SitePrinting } from "./siteConfig/printSiteConfig.ts";
import { readSiteConfig, type SiteConfigPlace } from "./siteConfig/siteConfig.ts";
import type { YamlTask } from "./yamlTasks.ts";
import { countSigns, type ReadYaml, readYaml, tooMuchYaml } from "./yamlText.ts";

/** What is read here, in signs: the parser takes some 40 ms for them. */
const MOST_HERE = 3_000;
/** What is read of one source, in signs: some fifteen seconds. */
const MOST_IN_ALL = 1_000_000;
const LIMITS = { timeout: 60_000, memory: 512 };
/** Milliseconds that a thread waits for the next file. */
const KEPT_FOR = 60_000;

const threads = openThreads("yaml", LIMITS.memory, KEPT_FOR, new Queue({ atOnce: 1 }));

/**
 * Reads a file as `readYaml` does, but holds up nobody for long.
 * @throws ImportRefused when it takes longer or more memory than it may: what nobody could look into is no empty file
 */
export interface YamlReader {
  (text: string): Promise<ReadYaml>;
  /** Reads many texts, none of which need be long, at once. */
  readonly all: (texts: readonly string[]) => Promise<readonly ReadYaml[]>;
}

/** Opens the reader of one source. @param most signs of all its files */
export function openYamlReader(most = MOST_IN_ALL): YamlReader {
  let room = most;
  const all: YamlReader["all"] = async (texts) => {
    let signs = 0;
    const refusals = texts.map((text): ReadYaml | undefined => {
      const refused = tooMuchYaml(text);
      if (refused !== undefined) return { refused };
      const own = countSigns(text, room);
      if (own > room)
        return {
          refused: `with the files before it there are more than ${most.toLocaleString("en")} signs of YAML, the most that are read`,
        };
      room -= own;
      signs += own;
      return undefined;
    });
    const asked = texts.filter((_, index) => refusals[index] === undefined);
    const read = (signs <= MOST_HERE ? asked.map(readYaml) : await inThread<ReadYaml[]>("values", asked))[
      Symbol.iterator
    ]();
    return refusals.map((refusal) => refusal ?? (read.next().value as ReadYaml));
  };
  return Object.assign(async (text: string) => (await all([text]))[0] as ReadYaml, { all });
}

/** Reads a `docs.yaml` as `readSiteConfig` does. @throws ImportRefused as a reader does */
export function readSiteConfigApart(
  text: string,
  place: SiteConfigPlace,
): Promise<ReturnType<typeof readSiteConfig>> {
  return apart("site", text, [text, place], readSiteConfig);
}

/** Writes a `docs.yaml` as `printSiteConfig` does. @throws ImportRefused as a reader does */
export function printSiteConfigApart(printing: SitePrinting): Promise<string> {
  // What there is to write is as much as what there was, where nothing was.
  const measured = printing.text ?? JSON.stringify(printing.now);
  return apart("siteText", measured, [printing], printSiteConfig);
}

/** Writes redirects as `withRedirects` does. @throws ImportRefused as a reader does */
export function withRedirectsApart(
  text: string,
  redirects: readonly Redirect[],
): Promise<string | undefined> {
  return apart("redirects", text, [text, redirects], withRedirects);
}

/** Here where it is quick, by the signs of the text that it takes, and else in the thread. */
async function apart<Given extends readonly unknown[], Answer>(
  task: YamlTask,
  text: string,
  given: Given,
  work: (...given: Given) => Answer,
): Promise<Answer> {
  return countSigns(text, MOST_HERE) <= MOST_HERE ? work(...given) : inThread<Answer>(task, ...given);
}

async function inThread<Answer>(task: YamlTask, ...given: readonly unknown[]): Promise<Answer> {
  try {
    return await threads.run<Answer>({ task, given }, LIMITS);
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error;
    throw new ImportRefused("too-large", "A file of YAML takes too long or too much memory to be read.");
  }
}
