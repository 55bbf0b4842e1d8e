/** Verifying what identity providers answer, beside the thread that answers everybody. */
import type { AssertedPerson } from "../access/saml/assertion.ts";
import { measurePosted } from "../access/saml/posted.ts";
import { distrust, SamlRefused } from "../access/saml/refused.ts";
import type { AnswerPosted, Judgement } from "../access/saml/verify.ts";
import type { Clock } from "../ports/clock.ts";
import { openThreads, WorkerFailed } from "../ports/worker.ts";
import { networkOf } from "../http/rateLimit.ts";
import { openRateLimit, type RateLimit } from "../turns/limits.ts";
import { Queue } from "../turns/queue.ts";

/**
 * What verifying may take: milliseconds and megabytes. An honest answer takes some fifty milliseconds; on a machine that
 * is busy, the thread has taken more than five seconds to be there.
 */
const LIMITS = { timeout: 15_000, memory: 128 };
/** Milliseconds of a processor a minute for one network: some hundred honest answers, a quarter of one processor. */
const PER_NETWORK = 15_000;
/** Milliseconds that the thread waits for the next answer. */
const KEPT_FOR = 60_000;
/** A network's answers that wait for each other: more are no company at nine. */
const MOST_WAITING = 100;

/**
 * Verifies answers in one thread. A network's answers wait for each other first, so that those of another come between
 * them, and what they take of the processor is counted: padded ones use up a minute's share sooner than honest ones.
 */
export class SamlVerifier {
  readonly #clock: Clock;
  readonly #networks = new Queue({ mostWaiting: MOST_WAITING, refusal: busy });
  readonly #threads = openThreads("saml", LIMITS.memory, KEPT_FOR, new Queue());
  readonly #perNetwork: RateLimit;

  /** @param perNetwork milliseconds of a processor a minute */
  constructor(clock: Clock, perNetwork = PER_NETWORK) {
    this.#clock = clock;
    this.#perNetwork = openRateLimit(perNetwork);
  }

  /** @param address where it came from @throws SamlRefused */
  async verify(answer: AnswerPosted, address: string): Promise<AssertedPerson> {
    measurePosted(answer.posted);
    const network = networkOf(address);
    return this.#networks.take(network, async () => {
      const judged = await this.#judge(answer, network);
      if ("person" in judged) return judged.person;
      throw new SamlRefused(judged.refusal.kind, judged.refusal.message);
    });
  }

  async close(): Promise<void> {
    await this.#threads.close();
  }

  async #judge(answer: AnswerPosted, network: string): Promise<Judgement> {
    const { remaining } = this.#perNetwork.take(network, 0, this.#clock.now());
    if (remaining <= 0) throw busy();
    let took = LIMITS.timeout;
    try {
      const judged = await this.#threads.run<Judgement>(answer, LIMITS);
      ({ took } = judged);
      return judged;
    } catch (error) {
      if (!(error instanceof WorkerFailed) || error.reason === "aborted") throw error;
      return distrust(`It can't be verified: ${error.message}`);
    } finally {
      this.#perNetwork.take(network, Math.min(took, remaining), this.#clock.now());
    }
  }
}

const busy = (): SamlRefused =>
  new SamlRefused("busy", "Answers from one network take more of the processor than they may.");
