import type { TranslationLanguage } from "../../../sdk/src/index.ts";
import { Check } from "../../ui/Field.tsx";
import { translationWords } from "../../words/translations.ts";
import { languageChoices } from "../settings/languages.ts";

interface LanguageChoiceProps {
  readonly chosen: readonly TranslationLanguage[];
  readonly choose: (languages: readonly TranslationLanguage[]) => void;
}

/** Some languages. */
export function LanguageChoice({ chosen, choose }: LanguageChoiceProps) {
  return (
    <fieldset className="choices">
      <legend>{translationWords.languages}</legend>
      {languageChoices().map(([code, name]) => (
        <Check
          key={code}
          label={name}
          value={chosen.includes(code)}
          set={(isIn) => choose(isIn ? [...chosen, code] : chosen.filter((one) => one !== code))}
        />
      ))}
    </fieldset>
  );
}
