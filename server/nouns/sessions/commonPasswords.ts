/** Passwords that are tried first. What people hang on them (digits, marks, capitals, 0 for o) is taken off before. */

const WORDS = `
password passwort passwd parola motdepasse contrasena senha heslo haslo wachtwoord salasana losenord parool
qwerty qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc qwertyuiop qwertyui
letmein welcome willkommen bienvenue bemvindo benvenuto iloveyou loveyou lovely trustno changeme changeit default
secret geheim private access login signin admin administrator root superuser sysadmin manager master test testing tester
testtest guest user username demo sample temp temporary example internet computer server database system service
monkey dragon football baseball basketball soccer hockey softball batman superman spiderman starwars pokemon naruto
princess sunshine shadow michael jordan jennifer jessica ashley daniel charlie thomas matthew andrew joshua robert george
hunter ranger harley yamaha suzuki mercedes porsche ferrari mustang corvette chevrolet toyota honda liverpool chelsea
arsenal barcelona realmadrid juventus killer freedom whatever nothing computer cookie cheese banana orange pepper ginger
summer winter spring autumn sommer monday friday january february march april august september october november december
matrix google facebook youtube twitter linkedin microsoft windows apple samsung android iphone blackberry adobe photoshop
mynoob donald trump corona covid covid19 america australia england germany deutschland france espana italia london berlin
paris newyork california texas chicago hello helloworld hallo hellokitty godzilla blessed jesus jesuschrist heaven angel
angels lovers babygirl babyboy butterfly flower rainbow purple yellow silver golden diamond crystal maverick phoenix
lakers cowboys steelers yankees eagles rangers packers tigger snoopy scooby mickey minnie garfield simpsons homer bart
asshole fuckyou fuckme fuckoff pussy bitch biteme sexy sexsex abcdef abcdefg abcdefgh abcabc aabbcc abcd aaaaaa aaaaaaaa
zaqxsw zaqwsx poiuyt poiuytrewq lkjhgfdsa mnbvcxz qpwoeiruty adgjmptw mypass mypassword passpass passphrase passcode
correcthorsebatterystaple lectern gitbook documentation company business office support helpdesk backup oracle cisco
juniper ubuntu debian redhat fedora centos docker kubernetes jenkins grafana tomcat apache nginx mysql postgres postgresql
mongodb redis elastic
`;

const COMMON = new Set(WORDS.split(/\s+/).filter(Boolean));
const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** Whether a password is one of those that everybody tries: a known word with the usual ornaments, a run, a repetition. */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize("NFKC").toLowerCase();
  return [folded, withoutLookalikes(folded)].some(isWord) || isRepeated(folded) || isRun(folded);
}

function withoutLookalikes(text: string): string {
  const core = text.replace(/[\d\W_]+$/u, "");
  return core.replace(/[013457@$!]/g, (character) => LOOKALIKES[character] ?? character);
}

function isWord(text: string): boolean {
  const letters = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const half = letters.slice(0, letters.length / 2);
  return COMMON.has(letters) || (half + half === letters && COMMON.has(half));
}

/** One to four characters again and again, or hardly any that differ. */
function isRepeated(text: string): boolean {
  if (new Set(text).size < 4) return true;
  return [1, 2, 3, 4].some((size) => {
    const piece = text.slice(0, size);
    return piece.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text;
  });
}

const RUNS = [
  "01234567890123456789",
  "98765432109876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "1qaz2wsx3edc4rfv5tgb",
];
const ROWS = [
  "qwertyuiopasdfghjklzxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "147258369",
  "a1b2c3d4e5f6g7h8",
];

/** A walk along the digits, the alphabet or the keyboard, perhaps made of two. */
function isRun(text: string): boolean {
  const lines = [...RUNS, ...ROWS].flatMap((line) => [line, [...line].toReversed().join("")]);
  const walked = (part: string): boolean => part.length > 2 && lines.some((line) => line.includes(part));
  if (walked(text)) return true;
  for (let cut = 3; cut <= text.length - 3; cut++) {
    if (walked(text.slice(0, cut)) && walked(text.slice(cut))) return true;
    if (text.length > 40) return false;
  }
  return false;
}
