/** What is wrong with a condition while it is typed. Loaded with the first one. */
import { conditionProblem } from "../../engine/expression/useless.ts";

/** What is wrong, with where; undefined where nothing is. */
export function conditionFault(condition: string): string | undefined {
  const problem = conditionProblem(condition);
  return problem && `At character ${problem.start + 1}: ${problem.message}`;
}

/** Says below a field what is wrong with the condition that is typed there. */
export function watch(input: HTMLInputElement | HTMLSelectElement): void {
  const fault = document.createElement("p");
  fault.className = "wrong";
  fault.setAttribute("role", "status");
  input.after(fault);
  const look = (): void => {
    const found = conditionFault(input.value);
    fault.textContent = found ?? "";
    input.ariaInvalid = String(found !== undefined);
  };
  input.addEventListener("input", look);
  look();
}
