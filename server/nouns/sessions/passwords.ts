/** Passwords: which are accepted, and how they are kept and compared. */
import { unavailable } from "../../http/errors.ts";
import { Queue } from "../../turns/queue.ts";
import { isCommonPassword } from "./commonPasswords.ts";

const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 1024;

/** Argon2id with 19 MiB, two passes, one lane: what OWASP asks for at least. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashes under way at once: each holds a thread and 19 MiB. */
const AT_ONCE = 2;
/** Those who wait for their turn; more are told to come again. */
const MOST_WAITING = 200;

const hashes = new Queue({
  atOnce: AT_ONCE,
  mostWaiting: MOST_WAITING,
  refusal: () => unavailable("Too many people sign in right now; try again.", 5),
});
let most = 0;
let begun = 0;

/** What hashing asks of this process: how many hashes run and wait now, the most that ever ran, and all begun. */
export function hashing() {
  return { ...hashes.load(""), most, begun };
}

/** Hashes one after the other but two, so that a crowd that signs in leaves the server its threads. */
function hashInTurn<T>(work: () => Promise<T>): Promise<T> {
  return hashes.take("", () => {
    begun++;
    most = Math.max(most, hashes.load("").underway);
    return work();
  });
}

/** The password as it is hashed: the same whichever way a keyboard composes its characters. */
function canonical(password: string): string {
  return password.normalize("NFKC");
}

/** What is stored for a password. It takes some 30 ms; never call it in a transaction. @throws 503 in a crowd */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import("@node-rs/argon2");
  return hashInTurn(() => hash(canonical(password), COST));
}

let nobodys: Promise<string> | undefined;

/**
 * Whether a password is the one that was stored. Without one (nobody has the address, or they have no password) it
 * takes the same time and is false. @throws 503 in a crowd
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const { verify } = await import("@node-rs/argon2");
  nobodys ??= hashPassword("nobody's password");
  const dummy = await nobodys;
  // A longer one can't have been set; it is compared cut off, so that it costs no more.
  const given = canonical([...password].slice(0, LONGEST_PASSWORD + 1).join(""));
  const matches = await hashInTurn(() => verify(stored ?? dummy, given));
  return matches && stored !== null && stored !== undefined;
}

/** Why a password can't be chosen, in a sentence; undefined when it can. @param about the user's address and name */
export function passwordProblem(password: string, about: readonly string[] = []): string | undefined {
  const { length } = [...password];
  if (length < SHORTEST_PASSWORD) return `Choose a password of ${SHORTEST_PASSWORD} characters or more.`;
  if (length > LONGEST_PASSWORD) return `Choose a password of at most ${LONGEST_PASSWORD} characters.`;
  const folded = password.trim().toLowerCase();
  const own = about.flatMap((text) => [text.toLowerCase(), text.toLowerCase().split("@")[0] ?? ""]);
  if (own.includes(folded)) return "Choose a password that is not your name or address.";
  if (isCommonPassword(password)) {
    return "This password is one of those that are tried first. Choose another, such as four words of your own.";
  }
  return undefined;
}
