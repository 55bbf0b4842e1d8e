import { ENGLISH, shapeWordsOf, type ShapeWords } from "../../../openapi/reference/shapeWords.ts";

/** The words that references of APIs add to what a description says, by language. */
export interface ApiWords {
  readonly authentication: string;
  /** Of several ways to say who asks. */
  readonly anyWay: string;
  /** Of an operation that asks nobody who they are, too. */
  readonly alsoWithout: string;
  /** Between two that are needed at once. */
  readonly together: string;
  readonly scopes: string;
  readonly path: string;
  readonly query: string;
  readonly header: string;
  readonly cookie: string;
  readonly body: string;
  readonly bodyOptional: string;
  readonly responses: string;
  /** What a webhook is to be answered. */
  readonly answers: string;
  readonly callbacks: string;
  readonly payload: string;
  /** `{status}` is the number of the answer. */
  readonly response: string;
  readonly more: string;
  readonly deprecated: string;
  readonly required: string;
  readonly readOnly: string;
  readonly writeOnly: string;
  readonly fields: string;
  readonly fieldsOf: string;
  /** `{name}` is a field that is one of several things. */
  readonly canBe: string;
  readonly oneOf: string;
  /** `{count}` is a number. */
  readonly oneOfMany: string;
  readonly showFields: string;
  readonly example: string;
  readonly again: string;
  readonly oneOfThese: string;
  readonly anyOfThese: string;
  readonly tryIt: string;
  readonly send: string;
  readonly server: string;
  readonly none: string;
  readonly user: string;
  readonly password: string;
  /** How a list is typed. */
  readonly perLine: string;
  /** `{date}` is written by the author. */
  readonly deprecatedUntil: string;
  /** What is said of schemas. */
  readonly shape: ShapeWords;
}

type OwnWords = Omit<ApiWords, "shape">;

const english: OwnWords = {
  authentication: "Authentication", anyWay: "One of these ways.", alsoWithout: "It answers without as well.",
  together: "together with", scopes: "Scopes", path: "Path", query: "Query", header: "Headers",
  cookie: "Cookies", body: "Body", bodyOptional: "Body (optional)", responses: "Responses",
  answers: "What to answer", callbacks: "Callbacks", payload: "Payload", response: "Response {status}",
  more: "More about it", deprecated: "deprecated", required: "required", readOnly: "read-only",
  writeOnly: "write-only", fields: "Fields", fieldsOf: "Fields of {name}", canBe: "What {name} can be",
  oneOf: "One of", oneOfMany: "One of {count} values", showFields: "Show the fields",
  example: "for example {value}", again: "The same again", oneOfThese: "One of these",
  anyOfThese: "Any of these", tryIt: "Try it", send: "Send", server: "Server", none: "None", user: "User",
  password: "Password", perLine: "one a line", deprecatedUntil: "Deprecated, gone after {date}",
}; // prettier-ignore

const german: OwnWords = {
  authentication: "Anmeldung", anyWay: "Auf eine dieser Arten.", alsoWithout: "Geht auch ohne.",
  together: "zusammen mit", scopes: "Berechtigungen", path: "Pfad", query: "Abfrage", header: "Header",
  cookie: "Cookies", body: "Inhalt", bodyOptional: "Inhalt (freiwillig)", responses: "Antworten",
  answers: "Was zu antworten ist", callbacks: "Rückrufe", payload: "Nutzdaten", response: "Antwort {status}",
  more: "Mehr dazu", deprecated: "veraltet", required: "erforderlich", readOnly: "nur lesbar",
  writeOnly: "nur schreibbar", fields: "Felder", fieldsOf: "Felder von {name}",
  canBe: "Was {name} sein kann", oneOf: "Eines von", oneOfMany: "Einer von {count} Werten",
  showFields: "Felder zeigen", example: "zum Beispiel {value}", again: "Noch einmal dasselbe",
  oneOfThese: "Eines von diesen", anyOfThese: "Beliebige von diesen", tryIt: "Ausprobieren", send: "Senden",
  server: "Server", none: "Keine", user: "Benutzer", password: "Passwort", perLine: "eines je Zeile",
  deprecatedUntil: "Veraltet, entfällt nach dem {date}",
}; // prettier-ignore

const spanish: OwnWords = {
  authentication: "Autenticación", anyWay: "De una de estas formas.",
  alsoWithout: "También responde sin ella.", together: "junto con", scopes: "Permisos", path: "Ruta",
  query: "Consulta", header: "Cabeceras", cookie: "Cookies", body: "Cuerpo",
  bodyOptional: "Cuerpo (opcional)", responses: "Respuestas", answers: "Qué responder",
  callbacks: "Devoluciones de llamada", payload: "Carga", response: "Respuesta {status}",
  more: "Más información", deprecated: "obsoleto", required: "obligatorio", readOnly: "solo lectura",
  writeOnly: "solo escritura", fields: "Campos", fieldsOf: "Campos de {name}", canBe: "Qué puede ser {name}",
  oneOf: "Uno de", oneOfMany: "Uno de {count} valores", showFields: "Mostrar los campos",
  example: "por ejemplo {value}", again: "De nuevo lo mismo", oneOfThese: "Uno de estos",
  anyOfThese: "Cualquiera de estos", tryIt: "Probar", send: "Enviar", server: "Servidor", none: "Ninguna",
  user: "Usuario", password: "Contraseña", perLine: "uno por línea",
  deprecatedUntil: "Obsoleto, desaparece después del {date}",
}; // prettier-ignore

const french: OwnWords = {
  authentication: "Authentification", anyWay: "De l’une de ces manières.", alsoWithout: "Répond aussi sans.",
  together: "avec", scopes: "Portées", path: "Chemin", query: "Requête", header: "En-têtes",
  cookie: "Cookies", body: "Corps", bodyOptional: "Corps (facultatif)", responses: "Réponses",
  answers: "Ce qu’il faut répondre", callbacks: "Rappels", payload: "Contenu", response: "Réponse {status}",
  more: "En savoir plus", deprecated: "obsolète", required: "requis", readOnly: "lecture seule",
  writeOnly: "écriture seule", fields: "Champs", fieldsOf: "Champs de {name}",
  canBe: "Ce que {name} peut être", oneOf: "L’un de", oneOfMany: "L’une des {count} valeurs",
  showFields: "Afficher les champs", example: "par exemple {value}", again: "Encore le même",
  oneOfThese: "L’un de ceux-ci", anyOfThese: "N’importe lesquels de ceux-ci", tryIt: "Essayer",
  send: "Envoyer", server: "Serveur", none: "Aucune", user: "Utilisateur", password: "Mot de passe",
  perLine: "un par ligne", deprecatedUntil: "Obsolète, disparaît après le {date}",
}; // prettier-ignore

const japanese: OwnWords = {
  authentication: "認証", anyWay: "次のいずれかの方法。", alsoWithout: "認証なしでも応答します。", together: "次と併用", scopes: "スコープ",
  path: "パス", query: "クエリ", header: "ヘッダー", cookie: "Cookie", body: "本文", bodyOptional: "本文（任意）",
  responses: "レスポンス", answers: "返す内容", callbacks: "コールバック", payload: "ペイロード", response: "レスポンス {status}",
  more: "詳細", deprecated: "非推奨", required: "必須", readOnly: "読み取り専用", writeOnly: "書き込み専用", fields: "フィールド",
  fieldsOf: "{name} のフィールド", canBe: "{name} に指定できるもの", oneOf: "次のいずれか", oneOfMany: "{count} 個の値のいずれか",
  showFields: "フィールドを表示", example: "例: {value}", again: "以下同じ", oneOfThese: "次のいずれか",
  anyOfThese: "次のいずれか（複数可）", tryIt: "試す", send: "送信", server: "サーバー", none: "なし", user: "ユーザー",
  password: "パスワード", perLine: "1 行に 1 つ", deprecatedUntil: "非推奨、{date} 以降は廃止",
}; // prettier-ignore

const dutch: OwnWords = {
  authentication: "Authenticatie", anyWay: "Op een van deze manieren.", alsoWithout: "Antwoordt ook zonder.",
  together: "samen met", scopes: "Rechten", path: "Pad", query: "Query", header: "Headers",
  cookie: "Cookies", body: "Inhoud", bodyOptional: "Inhoud (optioneel)", responses: "Antwoorden",
  answers: "Wat te antwoorden", callbacks: "Callbacks", payload: "Gegevens", response: "Antwoord {status}",
  more: "Meer hierover", deprecated: "verouderd", required: "verplicht", readOnly: "alleen lezen",
  writeOnly: "alleen schrijven", fields: "Velden", fieldsOf: "Velden van {name}",
  canBe: "Wat {name} kan zijn", oneOf: "Een van", oneOfMany: "Een van {count} waarden",
  showFields: "Velden tonen", example: "bijvoorbeeld {value}", again: "Nogmaals hetzelfde",
  oneOfThese: "Een van deze", anyOfThese: "Een of meer van deze", tryIt: "Uitproberen", send: "Versturen",
  server: "Server", none: "Geen", user: "Gebruiker", password: "Wachtwoord", perLine: "één per regel",
  deprecatedUntil: "Verouderd, verdwijnt na {date}",
}; // prettier-ignore

const norwegian: OwnWords = {
  authentication: "Autentisering", anyWay: "På en av disse måtene.", alsoWithout: "Svarer også uten.",
  together: "sammen med", scopes: "Tilganger", path: "Sti", query: "Spørring", header: "Hoder",
  cookie: "Informasjonskapsler", body: "Innhold", bodyOptional: "Innhold (valgfritt)", responses: "Svar",
  answers: "Hva som skal svares", callbacks: "Tilbakekall", payload: "Nyttelast", response: "Svar {status}",
  more: "Mer om dette", deprecated: "utfaset", required: "påkrevd", readOnly: "skrivebeskyttet",
  writeOnly: "kun skriving", fields: "Felter", fieldsOf: "Felter i {name}", canBe: "Hva {name} kan være",
  oneOf: "En av", oneOfMany: "En av {count} verdier", showFields: "Vis feltene",
  example: "for eksempel {value}", again: "Det samme igjen", oneOfThese: "En av disse",
  anyOfThese: "Hvilke som helst av disse", tryIt: "Prøv", send: "Send", server: "Server", none: "Ingen",
  user: "Bruker", password: "Passord", perLine: "én per linje",
  deprecatedUntil: "Utfaset, forsvinner etter {date}",
}; // prettier-ignore

const portuguese: OwnWords = {
  authentication: "Autenticação", anyWay: "De uma destas formas.", alsoWithout: "Também responde sem ela.",
  together: "junto com", scopes: "Escopos", path: "Caminho", query: "Consulta", header: "Cabeçalhos",
  cookie: "Cookies", body: "Corpo", bodyOptional: "Corpo (opcional)", responses: "Respostas",
  answers: "O que responder", callbacks: "Retornos de chamada", payload: "Carga",
  response: "Resposta {status}", more: "Saiba mais", deprecated: "obsoleto", required: "obrigatório",
  readOnly: "somente leitura", writeOnly: "somente escrita", fields: "Campos", fieldsOf: "Campos de {name}",
  canBe: "O que {name} pode ser", oneOf: "Um de", oneOfMany: "Um de {count} valores",
  showFields: "Mostrar os campos", example: "por exemplo {value}", again: "O mesmo novamente",
  oneOfThese: "Um destes", anyOfThese: "Qualquer um destes", tryIt: "Experimentar", send: "Enviar",
  server: "Servidor", none: "Nenhuma", user: "Usuário", password: "Senha", perLine: "um por linha",
  deprecatedUntil: "Obsoleto, deixa de existir depois de {date}",
}; // prettier-ignore

const russian: OwnWords = {
  authentication: "Аутентификация", anyWay: "Одним из этих способов.", alsoWithout: "Отвечает и без неё.",
  together: "вместе с", scopes: "Области доступа", path: "Путь", query: "Параметры запроса",
  header: "Заголовки", cookie: "Cookie", body: "Тело", bodyOptional: "Тело (необязательно)",
  responses: "Ответы", answers: "Что отвечать", callbacks: "Обратные вызовы", payload: "Данные",
  response: "Ответ {status}", more: "Подробнее", deprecated: "устарело", required: "обязательно",
  readOnly: "только чтение", writeOnly: "только запись", fields: "Поля", fieldsOf: "Поля {name}",
  canBe: "Чем может быть {name}", oneOf: "Одно из", oneOfMany: "Одно из {count} значений",
  showFields: "Показать поля", example: "например {value}", again: "Снова то же самое",
  oneOfThese: "Одно из этих", anyOfThese: "Любые из этих", tryIt: "Попробовать", send: "Отправить",
  server: "Сервер", none: "Нет", user: "Пользователь", password: "Пароль", perLine: "по одному в строке",
  deprecatedUntil: "Устарело, исчезнет после {date}",
}; // prettier-ignore

const chinese: OwnWords = {
  authentication: "身份验证", anyWay: "使用以下任一方式。", alsoWithout: "不验证也会响应。", together: "同时使用", scopes: "权限范围",
  path: "路径", query: "查询", header: "请求头", cookie: "Cookie", body: "正文", bodyOptional: "正文（可选）",
  responses: "响应", answers: "应答内容", callbacks: "回调", payload: "载荷", response: "响应 {status}", more: "详细信息",
  deprecated: "已弃用", required: "必填", readOnly: "只读", writeOnly: "只写", fields: "字段", fieldsOf: "{name} 的字段",
  canBe: "{name} 可以是", oneOf: "取值之一", oneOfMany: "{count} 个取值之一", showFields: "显示字段", example: "例如 {value}",
  again: "同上", oneOfThese: "以下之一", anyOfThese: "以下任意项", tryIt: "试用", send: "发送", server: "服务器", none: "无",
  user: "用户", password: "密码", perLine: "每行一个", deprecatedUntil: "已弃用，{date} 之后移除",
}; // prettier-ignore

const italian: OwnWords = {
  authentication: "Autenticazione", anyWay: "In uno di questi modi.", alsoWithout: "Risponde anche senza.",
  together: "insieme a", scopes: "Ambiti", path: "Percorso", query: "Query", header: "Intestazioni",
  cookie: "Cookie", body: "Corpo", bodyOptional: "Corpo (facoltativo)", responses: "Risposte",
  answers: "Che cosa rispondere", callbacks: "Callback", payload: "Contenuto", response: "Risposta {status}",
  more: "Maggiori informazioni", deprecated: "deprecato", required: "obbligatorio", readOnly: "sola lettura",
  writeOnly: "sola scrittura", fields: "Campi", fieldsOf: "Campi di {name}",
  canBe: "Che cosa può essere {name}", oneOf: "Uno di", oneOfMany: "Uno di {count} valori",
  showFields: "Mostra i campi", example: "per esempio {value}", again: "Di nuovo lo stesso",
  oneOfThese: "Uno di questi", anyOfThese: "Uno o più di questi", tryIt: "Prova", send: "Invia",
  server: "Server", none: "Nessuna", user: "Utente", password: "Password", perLine: "uno per riga",
  deprecatedUntil: "Deprecato, rimosso dopo il {date}",
}; // prettier-ignore

const polish: OwnWords = {
  authentication: "Uwierzytelnianie", anyWay: "W jeden z tych sposobów.",
  alsoWithout: "Odpowiada też bez niego.", together: "razem z", scopes: "Zakresy", path: "Ścieżka",
  query: "Zapytanie", header: "Nagłówki", cookie: "Ciasteczka", body: "Treść",
  bodyOptional: "Treść (opcjonalna)", responses: "Odpowiedzi", answers: "Co odpowiedzieć",
  callbacks: "Wywołania zwrotne", payload: "Dane", response: "Odpowiedź {status}", more: "Więcej informacji",
  deprecated: "przestarzałe", required: "wymagane", readOnly: "tylko odczyt", writeOnly: "tylko zapis",
  fields: "Pola", fieldsOf: "Pola {name}", canBe: "Czym może być {name}", oneOf: "Jedno z",
  oneOfMany: "Jedna z {count} wartości", showFields: "Pokaż pola", example: "na przykład {value}",
  again: "Znowu to samo", oneOfThese: "Jedno z tych", anyOfThese: "Dowolne z tych", tryIt: "Wypróbuj",
  send: "Wyślij", server: "Serwer", none: "Brak", user: "Użytkownik", password: "Hasło",
  perLine: "po jednym w wierszu", deprecatedUntil: "Przestarzałe, zniknie po {date}",
}; // prettier-ignore

const swedish: OwnWords = {
  authentication: "Autentisering", anyWay: "På ett av dessa sätt.", alsoWithout: "Svarar även utan.",
  together: "tillsammans med", scopes: "Behörigheter", path: "Sökväg", query: "Fråga", header: "Huvuden",
  cookie: "Kakor", body: "Innehåll", bodyOptional: "Innehåll (valfritt)", responses: "Svar",
  answers: "Vad som ska svaras", callbacks: "Återanrop", payload: "Nyttolast", response: "Svar {status}",
  more: "Mer om detta", deprecated: "utfasad", required: "obligatorisk", readOnly: "skrivskyddad",
  writeOnly: "endast skrivning", fields: "Fält", fieldsOf: "Fält i {name}", canBe: "Vad {name} kan vara",
  oneOf: "En av", oneOfMany: "Ett av {count} värden", showFields: "Visa fälten",
  example: "till exempel {value}", again: "Samma igen", oneOfThese: "En av dessa",
  anyOfThese: "Valfria av dessa", tryIt: "Prova", send: "Skicka", server: "Server", none: "Ingen",
  user: "Användare", password: "Lösenord", perLine: "en per rad",
  deprecatedUntil: "Utfasad, försvinner efter {date}",
}; // prettier-ignore

const danish: OwnWords = {
  authentication: "Godkendelse", anyWay: "På en af disse måder.", alsoWithout: "Svarer også uden.",
  together: "sammen med", scopes: "Rettigheder", path: "Sti", query: "Forespørgsel", header: "Headere",
  cookie: "Cookies", body: "Indhold", bodyOptional: "Indhold (valgfrit)", responses: "Svar",
  answers: "Hvad der skal svares", callbacks: "Tilbagekald", payload: "Nyttelast", response: "Svar {status}",
  more: "Mere om det", deprecated: "udfaset", required: "påkrævet", readOnly: "skrivebeskyttet",
  writeOnly: "kun skrivning", fields: "Felter", fieldsOf: "Felter i {name}", canBe: "Hvad {name} kan være",
  oneOf: "En af", oneOfMany: "En af {count} værdier", showFields: "Vis felterne",
  example: "for eksempel {value}", again: "Det samme igen", oneOfThese: "En af disse",
  anyOfThese: "Hvilke som helst af disse", tryIt: "Prøv", send: "Send", server: "Server", none: "Ingen",
  user: "Bruger", password: "Adgangskode", perLine: "én pr. linje",
  deprecatedUntil: "Udfaset, forsvinder efter {date}",
}; // prettier-ignore

const ukrainian: OwnWords = {
  authentication: "Автентифікація", anyWay: "Одним із цих способів.", alsoWithout: "Відповідає і без неї.",
  together: "разом із", scopes: "Області доступу", path: "Шлях", query: "Параметри запиту",
  header: "Заголовки", cookie: "Cookie", body: "Тіло", bodyOptional: "Тіло (необов’язково)",
  responses: "Відповіді", answers: "Що відповідати", callbacks: "Зворотні виклики", payload: "Дані",
  response: "Відповідь {status}", more: "Докладніше", deprecated: "застаріло", required: "обов’язково",
  readOnly: "лише читання", writeOnly: "лише запис", fields: "Поля", fieldsOf: "Поля {name}",
  canBe: "Чим може бути {name}", oneOf: "Одне з", oneOfMany: "Одне з {count} значень",
  showFields: "Показати поля", example: "наприклад {value}", again: "Знову те саме",
  oneOfThese: "Одне з цих", anyOfThese: "Будь-які з цих", tryIt: "Спробувати", send: "Надіслати",
  server: "Сервер", none: "Немає", user: "Користувач", password: "Пароль", perLine: "по одному в рядку",
  deprecatedUntil: "Застаріло, зникне після {date}",
}; // prettier-ignore

const czech: OwnWords = {
  authentication: "Ověření", anyWay: "Jedním z těchto způsobů.", alsoWithout: "Odpovídá i bez něj.",
  together: "společně s", scopes: "Oprávnění", path: "Cesta", query: "Dotaz", header: "Hlavičky",
  cookie: "Cookies", body: "Tělo", bodyOptional: "Tělo (nepovinné)", responses: "Odpovědi",
  answers: "Co odpovědět", callbacks: "Zpětná volání", payload: "Data", response: "Odpověď {status}",
  more: "Další informace", deprecated: "zastaralé", required: "povinné", readOnly: "jen pro čtení",
  writeOnly: "jen pro zápis", fields: "Pole", fieldsOf: "Pole {name}", canBe: "Čím může být {name}",
  oneOf: "Jedno z", oneOfMany: "Jedna z {count} hodnot", showFields: "Zobrazit pole",
  example: "například {value}", again: "Znovu totéž", oneOfThese: "Jedno z těchto",
  anyOfThese: "Kterákoli z těchto", tryIt: "Vyzkoušet", send: "Odeslat", server: "Server", none: "Žádné",
  user: "Uživatel", password: "Heslo", perLine: "jedno na řádek",
  deprecatedUntil: "Zastaralé, zanikne po {date}",
}; // prettier-ignore

const turkish: OwnWords = {
  authentication: "Kimlik doğrulama", anyWay: "Bu yollardan biriyle.", alsoWithout: "Onsuz da yanıt verir.",
  together: "birlikte", scopes: "Kapsamlar", path: "Yol", query: "Sorgu", header: "Başlıklar",
  cookie: "Çerezler", body: "Gövde", bodyOptional: "Gövde (isteğe bağlı)", responses: "Yanıtlar",
  answers: "Ne yanıtlanmalı", callbacks: "Geri çağrılar", payload: "Veri", response: "Yanıt {status}",
  more: "Daha fazla bilgi", deprecated: "kullanımdan kalktı", required: "zorunlu", readOnly: "salt okunur",
  writeOnly: "salt yazılır", fields: "Alanlar", fieldsOf: "{name} alanları", canBe: "{name} ne olabilir",
  oneOf: "Şunlardan biri", oneOfMany: "{count} değerden biri", showFields: "Alanları göster",
  example: "örneğin {value}", again: "Yine aynısı", oneOfThese: "Bunlardan biri",
  anyOfThese: "Bunlardan herhangi biri", tryIt: "Dene", send: "Gönder", server: "Sunucu", none: "Yok",
  user: "Kullanıcı", password: "Parola", perLine: "her satıra bir tane",
  deprecatedUntil: "Kullanımdan kalktı, {date} sonrasında kaldırılacak",
}; // prettier-ignore

const korean: OwnWords = {
  authentication: "인증", anyWay: "다음 방법 중 하나.", alsoWithout: "인증 없이도 응답합니다.", together: "함께 사용",
  scopes: "권한 범위", path: "경로", query: "쿼리", header: "헤더", cookie: "쿠키", body: "본문", bodyOptional: "본문(선택)",
  responses: "응답", answers: "응답할 내용", callbacks: "콜백", payload: "페이로드", response: "응답 {status}", more: "자세히",
  deprecated: "사용 중단", required: "필수", readOnly: "읽기 전용", writeOnly: "쓰기 전용", fields: "필드",
  fieldsOf: "{name}의 필드", canBe: "{name}에 올 수 있는 것", oneOf: "다음 중 하나", oneOfMany: "값 {count}개 중 하나",
  showFields: "필드 보기", example: "예: {value}", again: "다시 같음", oneOfThese: "다음 중 하나",
  anyOfThese: "다음 중 하나 이상", tryIt: "사용해 보기", send: "보내기", server: "서버", none: "없음", user: "사용자",
  password: "비밀번호", perLine: "한 줄에 하나", deprecatedUntil: "사용 중단, {date} 이후 제거",
}; // prettier-ignore

const hebrew: OwnWords = {
  authentication: "אימות", anyWay: "באחת מהדרכים האלה.", alsoWithout: "עונה גם בלעדיו.", together: "יחד עם",
  scopes: "הרשאות", path: "נתיב", query: "שאילתה", header: "כותרות", cookie: "עוגיות", body: "גוף",
  bodyOptional: "גוף (רשות)", responses: "תגובות", answers: "מה להשיב", callbacks: "קריאות חוזרות",
  payload: "תוכן", response: "תגובה {status}", more: "מידע נוסף", deprecated: "מיושן", required: "חובה",
  readOnly: "לקריאה בלבד", writeOnly: "לכתיבה בלבד", fields: "שדות", fieldsOf: "השדות של {name}",
  canBe: "מה {name} יכול להיות", oneOf: "אחד מתוך", oneOfMany: "אחד מתוך {count} ערכים",
  showFields: "הצגת השדות", example: "לדוגמה {value}", again: "שוב אותו הדבר", oneOfThese: "אחד מאלה",
  anyOfThese: "כל אחד מאלה", tryIt: "לנסות", send: "שליחה", server: "שרת", none: "ללא", user: "משתמש",
  password: "סיסמה", perLine: "אחד בכל שורה", deprecatedUntil: "מיושן, יוסר אחרי {date}",
}; // prettier-ignore

const arabic: OwnWords = {
  authentication: "المصادقة", anyWay: "بإحدى هذه الطرق.", alsoWithout: "يستجيب بدونها أيضًا.",
  together: "مع", scopes: "الصلاحيات", path: "المسار", query: "الاستعلام", header: "الترويسات",
  cookie: "ملفات تعريف الارتباط", body: "المحتوى", bodyOptional: "المحتوى (اختياري)",
  responses: "الاستجابات", answers: "بماذا تجيب", callbacks: "الاستدعاءات الراجعة", payload: "الحمولة",
  response: "الاستجابة {status}", more: "المزيد", deprecated: "مهمل", required: "مطلوب",
  readOnly: "للقراءة فقط", writeOnly: "للكتابة فقط", fields: "الحقول", fieldsOf: "حقول {name}",
  canBe: "ما يمكن أن يكونه {name}", oneOf: "واحد من", oneOfMany: "واحدة من {count} قيمة",
  showFields: "إظهار الحقول", example: "مثلًا {value}", again: "نفسه مرة أخرى", oneOfThese: "واحد من هذه",
  anyOfThese: "أي من هذه", tryIt: "جرّب", send: "إرسال", server: "الخادم", none: "لا شيء", user: "المستخدم",
  password: "كلمة المرور", perLine: "واحد في كل سطر", deprecatedUntil: "مهمل، يُزال بعد {date}",
}; // prettier-ignore

const BY_LANGUAGE: Readonly<Record<string, OwnWords>> = {
  de: german,
  es: spanish,
  fr: french,
  ja: japanese,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ru: russian,
  zh: chinese,
  it: italian,
  pl: polish,
  sv: swedish,
  da: danish,
  uk: ukrainian,
  cs: czech,
  tr: turkish,
  ko: korean,
  he: hebrew,
  ar: arabic,
  nb: norwegian,
  nn: norwegian,
};

/** The words for a locale such as `pt-BR`: its language's, else the English ones. */
export function apiWordsIn(locale: string): ApiWords {
  const [language = ""] = locale.toLowerCase().split("-", 1);
  const isNorwegian = BY_LANGUAGE[language] === norwegian;
  const shape = shapeWordsOf(isNorwegian ? "no" : language) ?? ENGLISH;
  return { ...(BY_LANGUAGE[language] ?? english), shape };
}
