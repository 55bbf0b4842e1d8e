/** Reads long files of YAML in a thread: the parser takes a second and more for some, in one piece. */
import { readYaml } from "../importers/yamlText.ts";
import { answer } from "./answer.ts";

answer((text: string) => readYaml(text));
