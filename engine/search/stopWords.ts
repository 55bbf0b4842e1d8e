/** Words of a question that say nothing of what is asked for. */
import { fold } from "./fold.ts";
import type { StemLanguage } from "./stem.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" ").map(fold));

/** As the index has them. */
const STOP_WORDS: Readonly<Partial<Record<StemLanguage, ReadonlySet<string>>>> = {
  en: words(
    "a an the and or of in on at by for from to with without into as is are was be been am do does did done can could " +
      "should would will may might must i you he she it we they me my your our their its this that these those there here " +
      "how what which who whom whose when where why if than then so not no any some all get got has have had let lets " +
      "want need please way also just about",
  ),
  da: words(
    "hvordan hvad hvor hvornar hvorfor hvem kan jeg man en et den det de og eller i pa til fra med for at er som",
  ),
  de: words(
    "wie was wo wann warum wer wen welche welcher welches kann konnen ich man wir sie du es der die das den dem des ein " +
      "eine einen einem einer und oder in im an am auf zu zum zur von vom mit fur aus bei ist sind wird werden nicht",
  ),
  es: words(
    "como que cual cuales donde cuando quien por puedo puede hago hacer el la los las un una unos unas de del al en con " +
      "para y o a es son mi mis su se lo",
  ),
  fr: words(
    "comment que quoi quel quelle quels quelles ou quand pourquoi qui puis peut je on nous vous il elle le la les un une " +
      "des du de d l en dans sur avec pour par et a au aux est sont mon ma mes se ce est-ce",
  ),
  it: words(
    "come che cosa quale quali dove quando perche chi posso puo io si il lo la i gli le un uno una di del della dei in " +
      "nel nella con per su e o a al alla da dal sono mio mia",
  ),
  nl: words(
    "hoe wat waar wanneer waarom wie welke kan ik je men we de het een en of in op aan van voor met naar uit bij is zijn",
  ),
  no: words(
    "hvordan hva hvor nar hvorfor hvem kan jeg man en et ei den det de og eller i pa til fra med for a er som",
  ),
  pt: words(
    "como que qual quais onde quando quem por posso pode eu o a os as um uma de do da dos das em no na nos nas com para " +
      "e ou ao e sao meu minha se",
  ),
  ru: words(
    "как что где когда почему кто какой какая какие можно могу я мне мы вы он она в во на с со к по из у о для и или не это",
  ),
  sv: words(
    "hur vad var nar varfor vem vilken kan jag man en ett den det de och eller i pa till fran med for att ar som",
  ),
  uk: words(
    "як що де коли чому хто який яка які можна можу я мені ми ви в у на з із до по для і й або не це",
  ),
};

/** @param languages that a question may be in */
export function isStopWord(term: string, languages: readonly StemLanguage[]): boolean {
  return languages.some((language) => STOP_WORDS[language]?.has(term) === true);
}
