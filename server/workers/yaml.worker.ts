/** Reads texts of YAML that are long together in a thread: the parser takes a second and more for some, in one piece. */
import { readYaml } from "../importers/yamlText.ts";
import { answer } from "./answer.ts";

answer((texts: readonly string[]) => texts.map(readYaml));
