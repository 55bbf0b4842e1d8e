/** The order of the files of a run. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What starts programs and browsers, and takes longer than its size says. */
const LONG = /browser|[Cc]rash|\/process|commands|durability|generatedClient|buildAssets/;

/**
 * Begins each project with what takes long, so that its processes end together: one that finds such a file among the last
 * works on it while the others have nothing left. In a fresh checkout nobody knows how long a file took, and size alone
 * says little.
 */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not that of arrays
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const rankOf = ({ project, moduleId }: TestSpecification): number =>
      2 * projects.indexOf(project.name) + (LONG.test(moduleId) ? 0 : 1);
    // Stable: within a rank the order stays.
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
