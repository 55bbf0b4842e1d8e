/** A site and a repository of a real host, for the tests of keeping both in step. */
import { expect } from "vitest";
import type { GitHost } from "../../../test/gitHost.ts";
import type { Answer, Person, World } from "../../../test/harness.ts";
import { Repository, Synced, SyncedSpace } from "../gitSpace.fixture.ts";

let count = 0;

/** A site that is kept in step, and those who write in its spaces. */
export class SyncedSite extends Synced {
  protected override get target() {
    return { type: "site" as const, siteId: this.id };
  }

  /** Of the site in the API. */
  get place(): string {
    return `/orgs/${this.world.organization}/sites/${this.id}`;
  }

  /** Binds it, and waits for the first sync. */
  override async connect(more: object = {}): Promise<Answer> {
    const answer = await super.connect(more);
    await this.world.runJobs();
    return answer;
  }

  /** What the site is divided into: titles, with those inside. */
  async structure(): Promise<unknown[]> {
    const { structure } = (await this.world.get(`${this.place}/structure`, this.by)).body;
    const told = (part: Part): unknown =>
      part.object === "site-space"
        ? part.title
        : [part.title, ...(part.sections ?? part.siteSpaces ?? []).map(told)];
    return structure.map(told);
  }

  /** A section by its title. */
  async section(title: string): Promise<Part> {
    const { items } = (await this.world.get(`${this.place}/sections?limit=1000`, this.by)).body;
    return items.find((one: Part) => one.title === title);
  }

  /** A space by its title. */
  async space(title: string): Promise<SyncedSpace> {
    const { items } = (await this.world.get(`${this.place}/site-spaces?limit=1000`, this.by)).body;
    const { id } = items.find((one: Part) => one.title === title).space;
    return new SyncedSpace(this.world, this.by, id, this.repository);
  }
}

interface Part {
  readonly object: string;
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly space: { readonly id: string };
  readonly sections?: readonly Part[];
  readonly siteSpaces?: readonly Part[];
}

/** A site with a section for each of some titles, and a page in the space of each. */
export async function newSite(
  world: World,
  by: Person,
  host: GitHost,
  titles: readonly string[],
): Promise<SyncedSite> {
  const spaces: string[] = [];
  for (const title of titles) {
    const { body } = await world.post(`/orgs/${world.organization}/spaces`, { title }, by);
    spaces.push(body.id);
    const page = { operation: "insert_page", type: "document", title: `On ${title}` };
    const document = { markdown: `About ${title}.\n` };
    await world.post(`/spaces/${body.id}/content`, { changes: [{ ...page, document }] }, by);
  }
  const sites = `/orgs/${world.organization}/sites`;
  const { body } = await world.post(sites, { title: "Product", spaces: spaces.slice(0, 1) }, by);
  for (const spaceId of spaces.slice(1)) await world.post(`${sites}/${body.id}/sections`, { spaceId }, by);
  return new SyncedSite(world, by, body.id, new Repository(host, `site-${(count += 1)}`));
}

export const IN_STEP = { state: "synced", held: [], pagesAhead: 0, isBehind: false };

export const CONFIG = `# One line for each team.
site:
  title: Handbook
  structure:
    - type: section-group
      key: teams
      title: Teams
      children:
        - type: section
          key: sales
          title: Selling
          path: sales
          children:
            - type: space
              key: sales-space
              title: Sales
              path: sales
              content:
                directory: ./teams/sales
    - type: section
      key: all
      title: Everybody
      path: all
      default: true
      children:
        - { type: space, key: all-en, title: English, path: en, content: { directory: ./all, language: en } }
        - { type: space, key: all-fr, title: French, path: fr, content: { directory: null } }
`;
export const FILES = {
  "docs.yaml": CONFIG,
  "teams/sales/README.md": "# Sales\n\nHow we sell.\n",
  "teams/sales/prices.md": "# Prices\n\nOne hundred.\n",
  "all/README.md": "# Welcome\n\nTo all.\n",
  "code/main.c": "int main() {}\n",
};

/** A site that is what its repository says. */
export async function siteFromRepository(world: World, by: Person, host: GitHost): Promise<SyncedSite> {
  const site = await newSite(world, by, host, ["Empty"]);
  site.repository.commit(FILES);
  await site.connect({ direction: "git", confirm: true });
  expect(await site.status()).toMatchObject(IN_STEP);
  return site;
}
