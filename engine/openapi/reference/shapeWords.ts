/** What references of APIs say of a schema in words, by language. Types themselves are the description's own words. */

/** A text; where it depends on the number, that for one and that for others. */
type TextByNumber = string | readonly [one: string, others: string];

/** `{value}` is what the schema says. */
interface LimitWords {
  readonly default: string;
  readonly minimum: string;
  readonly exclusiveMinimum: string;
  readonly maximum: string;
  readonly exclusiveMaximum: string;
  readonly multipleOf: string;
  readonly minLength: TextByNumber;
  readonly maxLength: TextByNumber;
  readonly pattern: string;
  readonly minItems: TextByNumber;
  readonly maxItems: TextByNumber;
  readonly uniqueItems: string;
}

export interface ShapeWords extends LimitWords {
  readonly any: string;
  readonly nothing: string;
  /** `{type}` is what the list holds. */
  readonly arrayOf: string;
  readonly or: string;
  /** `{count}` is a number of types. */
  readonly oneOf: string;
  /** What stands before the type of a map's values. */
  readonly underEach: string;
}

export const ENGLISH: ShapeWords = {
  any: "any", nothing: "nothing", arrayOf: "array of {type}", or: "or", oneOf: "one of {count}",
  underEach: "Under each name:", default: "default {value}", minimum: "at least {value}",
  exclusiveMinimum: "more than {value}", maximum: "at most {value}", exclusiveMaximum: "less than {value}",
  multipleOf: "a multiple of {value}",
  minLength: ["at least {value} character", "at least {value} characters"],
  maxLength: ["at most {value} character", "at most {value} characters"], pattern: "matches {value}",
  minItems: ["at least {value} item", "at least {value} items"],
  maxItems: ["at most {value} item", "at most {value} items"], uniqueItems: "each item once",
}; // prettier-ignore

const BY_LANGUAGE: Readonly<Record<string, ShapeWords>> = {
  de: {
    any: "beliebig", nothing: "nichts", arrayOf: "Liste von {type}", or: "oder", oneOf: "eines von {count}",
    underEach: "Unter jedem Namen:", default: "Vorgabe {value}", minimum: "mindestens {value}",
    exclusiveMinimum: "mehr als {value}", maximum: "höchstens {value}", exclusiveMaximum: "weniger als {value}",
    multipleOf: "ein Vielfaches von {value}", minLength: "mindestens {value} Zeichen",
    maxLength: "höchstens {value} Zeichen", pattern: "passt auf {value}",
    minItems: ["mindestens {value} Eintrag", "mindestens {value} Einträge"],
    maxItems: ["höchstens {value} Eintrag", "höchstens {value} Einträge"], uniqueItems: "jeder Eintrag einmal",
  },
  es: {
    any: "cualquiera", nothing: "nada", arrayOf: "lista de {type}", or: "o", oneOf: "uno de {count}",
    underEach: "Bajo cada nombre:", default: "por defecto {value}", minimum: "al menos {value}",
    exclusiveMinimum: "más de {value}", maximum: "como máximo {value}", exclusiveMaximum: "menos de {value}",
    multipleOf: "un múltiplo de {value}", minLength: ["al menos {value} carácter", "al menos {value} caracteres"],
    maxLength: ["como máximo {value} carácter", "como máximo {value} caracteres"], pattern: "coincide con {value}",
    minItems: ["al menos {value} elemento", "al menos {value} elementos"],
    maxItems: ["como máximo {value} elemento", "como máximo {value} elementos"], uniqueItems: "cada elemento una vez",
  },
  fr: {
    any: "n’importe lequel", nothing: "rien", arrayOf: "liste de {type}", or: "ou", oneOf: "un de {count}",
    underEach: "Sous chaque nom :", default: "par défaut {value}", minimum: "au moins {value}",
    exclusiveMinimum: "plus de {value}", maximum: "au plus {value}", exclusiveMaximum: "moins de {value}",
    multipleOf: "un multiple de {value}", minLength: ["au moins {value} caractère", "au moins {value} caractères"],
    maxLength: ["au plus {value} caractère", "au plus {value} caractères"], pattern: "correspond à {value}",
    minItems: ["au moins {value} élément", "au moins {value} éléments"],
    maxItems: ["au plus {value} élément", "au plus {value} éléments"], uniqueItems: "chaque élément une fois",
  },
  ja: {
    any: "任意", nothing: "なし", arrayOf: "{type} の配列", or: "または", oneOf: "{count} 種類のいずれか",
    underEach: "各名前の値:", default: "既定値 {value}", minimum: "{value} 以上", exclusiveMinimum: "{value} より大きい",
    maximum: "{value} 以下", exclusiveMaximum: "{value} 未満", multipleOf: "{value} の倍数", minLength: "{value} 文字以上",
    maxLength: "{value} 文字以下", pattern: "{value} に一致", minItems: "{value} 項目以上", maxItems: "{value} 項目以下",
    uniqueItems: "項目の重複なし",
  },
  nl: {
    any: "willekeurig", nothing: "niets", arrayOf: "lijst van {type}", or: "of", oneOf: "een van {count}",
    underEach: "Onder elke naam:", default: "standaard {value}", minimum: "ten minste {value}",
    exclusiveMinimum: "meer dan {value}", maximum: "ten hoogste {value}", exclusiveMaximum: "minder dan {value}",
    multipleOf: "een veelvoud van {value}", minLength: ["ten minste {value} teken", "ten minste {value} tekens"],
    maxLength: ["ten hoogste {value} teken", "ten hoogste {value} tekens"], pattern: "past op {value}",
    minItems: ["ten minste {value} item", "ten minste {value} items"],
    maxItems: ["ten hoogste {value} item", "ten hoogste {value} items"], uniqueItems: "elk item één keer",
  },
  no: {
    any: "hva som helst", nothing: "ingenting", arrayOf: "liste av {type}", or: "eller", oneOf: "én av {count}",
    underEach: "Under hvert navn:", default: "standard {value}", minimum: "minst {value}",
    exclusiveMinimum: "mer enn {value}", maximum: "høyst {value}", exclusiveMaximum: "mindre enn {value}",
    multipleOf: "et multiplum av {value}", minLength: "minst {value} tegn", maxLength: "høyst {value} tegn",
    pattern: "passer med {value}", minItems: ["minst {value} element", "minst {value} elementer"],
    maxItems: ["høyst {value} element", "høyst {value} elementer"], uniqueItems: "hvert element én gang",
  },
  pt: {
    any: "qualquer", nothing: "nada", arrayOf: "lista de {type}", or: "ou", oneOf: "um de {count}",
    underEach: "Sob cada nome:", default: "padrão {value}", minimum: "no mínimo {value}",
    exclusiveMinimum: "mais de {value}", maximum: "no máximo {value}", exclusiveMaximum: "menos de {value}",
    multipleOf: "um múltiplo de {value}", minLength: ["no mínimo {value} caractere", "no mínimo {value} caracteres"],
    maxLength: ["no máximo {value} caractere", "no máximo {value} caracteres"], pattern: "corresponde a {value}",
    minItems: ["no mínimo {value} item", "no mínimo {value} itens"],
    maxItems: ["no máximo {value} item", "no máximo {value} itens"], uniqueItems: "cada item uma vez",
  },
  ru: {
    any: "любой", nothing: "ничего", arrayOf: "массив из {type}", or: "или", oneOf: "один из {count}",
    underEach: "Под каждым именем:", default: "по умолчанию {value}", minimum: "не менее {value}",
    exclusiveMinimum: "более {value}", maximum: "не более {value}", exclusiveMaximum: "менее {value}",
    multipleOf: "кратно {value}", minLength: "символов: не менее {value}", maxLength: "символов: не более {value}",
    pattern: "соответствует {value}", minItems: "элементов: не менее {value}", maxItems: "элементов: не более {value}",
    uniqueItems: "каждый элемент один раз",
  },
  zh: {
    any: "任意", nothing: "无", arrayOf: "{type} 数组", or: "或", oneOf: "{count} 种之一", underEach: "每个名称下:",
    default: "默认 {value}", minimum: "至少 {value}", exclusiveMinimum: "大于 {value}", maximum: "至多 {value}",
    exclusiveMaximum: "小于 {value}", multipleOf: "{value} 的倍数", minLength: "至少 {value} 个字符",
    maxLength: "至多 {value} 个字符", pattern: "匹配 {value}", minItems: "至少 {value} 项", maxItems: "至多 {value} 项",
    uniqueItems: "各项不重复",
  },
  it: {
    any: "qualsiasi", nothing: "niente", arrayOf: "elenco di {type}", or: "o", oneOf: "uno di {count}",
    underEach: "Sotto ogni nome:", default: "predefinito {value}", minimum: "almeno {value}",
    exclusiveMinimum: "più di {value}", maximum: "al massimo {value}", exclusiveMaximum: "meno di {value}",
    multipleOf: "un multiplo di {value}", minLength: ["almeno {value} carattere", "almeno {value} caratteri"],
    maxLength: ["al massimo {value} carattere", "al massimo {value} caratteri"], pattern: "corrisponde a {value}",
    minItems: ["almeno {value} elemento", "almeno {value} elementi"],
    maxItems: ["al massimo {value} elemento", "al massimo {value} elementi"], uniqueItems: "ogni elemento una volta",
  },
  pl: {
    any: "dowolny", nothing: "nic", arrayOf: "lista: {type}", or: "lub", oneOf: "jeden z {count}",
    underEach: "Pod każdą nazwą:", default: "domyślnie {value}", minimum: "co najmniej {value}",
    exclusiveMinimum: "więcej niż {value}", maximum: "co najwyżej {value}", exclusiveMaximum: "mniej niż {value}",
    multipleOf: "wielokrotność {value}", minLength: "liczba znaków: co najmniej {value}",
    maxLength: "liczba znaków: co najwyżej {value}", pattern: "pasuje do {value}",
    minItems: "liczba elementów: co najmniej {value}", maxItems: "liczba elementów: co najwyżej {value}",
    uniqueItems: "każdy element raz",
  },
  sv: {
    any: "vad som helst", nothing: "inget", arrayOf: "lista av {type}", or: "eller", oneOf: "en av {count}",
    underEach: "Under varje namn:", default: "standard {value}", minimum: "minst {value}",
    exclusiveMinimum: "mer än {value}", maximum: "högst {value}", exclusiveMaximum: "mindre än {value}",
    multipleOf: "en multipel av {value}", minLength: "minst {value} tecken", maxLength: "högst {value} tecken",
    pattern: "matchar {value}", minItems: "minst {value} element", maxItems: "högst {value} element",
    uniqueItems: "varje element en gång",
  },
  da: {
    any: "hvad som helst", nothing: "intet", arrayOf: "liste af {type}", or: "eller", oneOf: "en af {count}",
    underEach: "Under hvert navn:", default: "standard {value}", minimum: "mindst {value}",
    exclusiveMinimum: "mere end {value}", maximum: "højst {value}", exclusiveMaximum: "mindre end {value}",
    multipleOf: "et multiplum af {value}", minLength: "mindst {value} tegn", maxLength: "højst {value} tegn",
    pattern: "passer til {value}", minItems: ["mindst {value} element", "mindst {value} elementer"],
    maxItems: ["højst {value} element", "højst {value} elementer"], uniqueItems: "hvert element én gang",
  },
  uk: {
    any: "будь-який", nothing: "нічого", arrayOf: "масив із {type}", or: "або", oneOf: "один із {count}",
    underEach: "Під кожним іменем:", default: "типово {value}", minimum: "не менше {value}",
    exclusiveMinimum: "більше {value}", maximum: "не більше {value}", exclusiveMaximum: "менше {value}",
    multipleOf: "кратне {value}", minLength: "символів: не менше {value}", maxLength: "символів: не більше {value}",
    pattern: "відповідає {value}", minItems: "елементів: не менше {value}", maxItems: "елементів: не більше {value}",
    uniqueItems: "кожен елемент один раз",
  },
  cs: {
    any: "libovolný", nothing: "nic", arrayOf: "seznam: {type}", or: "nebo", oneOf: "jeden z {count}",
    underEach: "Pod každým názvem:", default: "výchozí {value}", minimum: "nejméně {value}",
    exclusiveMinimum: "více než {value}", maximum: "nejvýše {value}", exclusiveMaximum: "méně než {value}",
    multipleOf: "násobek {value}", minLength: "počet znaků: nejméně {value}", maxLength: "počet znaků: nejvýše {value}",
    pattern: "odpovídá {value}", minItems: "počet položek: nejméně {value}", maxItems: "počet položek: nejvýše {value}",
    uniqueItems: "každá položka jednou",
  },
  tr: {
    any: "herhangi biri", nothing: "hiçbiri", arrayOf: "{type} listesi", or: "veya", oneOf: "{count} türden biri",
    underEach: "Her adın altında:", default: "varsayılan {value}", minimum: "en az {value}",
    exclusiveMinimum: "{value} değerinden büyük", maximum: "en çok {value}", exclusiveMaximum: "{value} değerinden küçük",
    multipleOf: "{value} katı", minLength: "en az {value} karakter", maxLength: "en çok {value} karakter",
    pattern: "{value} ile eşleşir", minItems: "en az {value} öğe", maxItems: "en çok {value} öğe",
    uniqueItems: "her öğe bir kez",
  },
  ko: {
    any: "임의", nothing: "없음", arrayOf: "{type} 배열", or: "또는", oneOf: "{count}가지 중 하나", underEach: "각 이름의 값:",
    default: "기본값 {value}", minimum: "{value} 이상", exclusiveMinimum: "{value} 초과", maximum: "{value} 이하",
    exclusiveMaximum: "{value} 미만", multipleOf: "{value}의 배수", minLength: "{value}자 이상", maxLength: "{value}자 이하",
    pattern: "{value}와 일치", minItems: "{value}개 이상", maxItems: "{value}개 이하", uniqueItems: "중복 항목 없음",
  },
  he: {
    any: "כלשהו", nothing: "כלום", arrayOf: "רשימה של {type}", or: "או", oneOf: "אחד מתוך {count}",
    underEach: "תחת כל שם:", default: "ברירת מחדל {value}", minimum: "לפחות {value}", exclusiveMinimum: "יותר מ־{value}",
    maximum: "לכל היותר {value}", exclusiveMaximum: "פחות מ־{value}", multipleOf: "כפולה של {value}",
    minLength: "מספר תווים: לפחות {value}", maxLength: "מספר תווים: לכל היותר {value}", pattern: "תואם ל־{value}",
    minItems: "מספר פריטים: לפחות {value}", maxItems: "מספר פריטים: לכל היותר {value}", uniqueItems: "כל פריט פעם אחת",
  },
  ar: {
    any: "أي نوع", nothing: "لا شيء", arrayOf: "قائمة من {type}", or: "أو", oneOf: "واحد من {count}",
    underEach: "تحت كل اسم:", default: "الافتراضي {value}", minimum: "{value} على الأقل",
    exclusiveMinimum: "أكثر من {value}", maximum: "{value} على الأكثر", exclusiveMaximum: "أقل من {value}",
    multipleOf: "من مضاعفات {value}", minLength: "عدد الأحرف: {value} على الأقل",
    maxLength: "عدد الأحرف: {value} على الأكثر", pattern: "يطابق {value}", minItems: "عدد العناصر: {value} على الأقل",
    maxItems: "عدد العناصر: {value} على الأكثر", uniqueItems: "كل عنصر مرة واحدة",
  },
}; // prettier-ignore

/** The words for a language such as `pt`; undefined: English ones. */
export function shapeWordsOf(language: string): ShapeWords | undefined {
  return BY_LANGUAGE[language];
}

/** A limit of a schema in words. */
export function limitInWords(words: ShapeWords, key: keyof LimitWords, value: unknown): string {
  const said = words[key];
  const text = typeof said === "string" ? said : said[value === 1 ? 0 : 1];
  const shown = key === "pattern" ? String(value) : (JSON.stringify(value) ?? "");
  return text.replace("{value}", () => shown);
}
