/** What is wrong with a condition while it is typed. */
import { WORDS } from "./words.ts";

/** What is wrong, with where; undefined where nothing is. Reading conditions is loaded with the first one. */
export async function conditionFault(condition: string): Promise<string | undefined> {
  const { conditionProblem } = await import("../../engine/expression/useless.ts");
  const problem = conditionProblem(condition);
  return problem && WORDS.faultAt(problem.start + 1, problem.message);
}
