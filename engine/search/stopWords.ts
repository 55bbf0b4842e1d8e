/** Words of a question that say nothing of what is asked for. */
const STOP_WORDS = new Set(
  (
    "a an the and or of in on at by for from to with without into as is are was be been am do does did done can could " +
    "should would will may might must i you he she it we they me my your our their its this that these those there here " +
    "how what which who whom whose when where why if than then so not no any some all get got has have had let lets " +
    "want need please way also just about"
  ).split(" "),
);

export function isStopWord(term: string): boolean {
  return STOP_WORDS.has(term);
}
