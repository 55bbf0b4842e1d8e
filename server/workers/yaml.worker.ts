/** Reads texts of YAML that are long together in a thread: the parser takes a second and more for some, in one piece. */
import { YAML_TASKS, type YamlTask } from "../importers/yamlTasks.ts";
import { answer } from "./answer.ts";

interface YamlRequest {
  readonly task: YamlTask;
  readonly given: readonly unknown[];
}

answer(({ task, given }: YamlRequest) =>
  (YAML_TASKS[task] as (...given: readonly unknown[]) => unknown)(...given),
);
