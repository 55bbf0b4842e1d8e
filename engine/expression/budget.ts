import { ExpressionError } from "./problem.ts";

/** Fuel of one evaluation where the caller names none. */
export const usualFuel = 2000;
/** Longest text that an expression may make, in UTF-16 units. */
export const longestText = 10_000;
/** Units of text that one unit of fuel pays for. */
const textPerFuel = 64;

/**
 * What an evaluation may still spend: one for each node visited and each element looked at, and
 * one for each 64 units of text. Reading is paid before it happens.
 */
export class Budget {
  #left: number;

  constructor(fuel: number) {
    this.#left = fuel;
  }

  spend(units: number): void {
    this.#left -= units;
    if (!(this.#left >= 0)) throw new ExpressionError("out-of-fuel", "The expression takes too many steps.");
  }

  /** Pays for looking through text of this length. */
  spendText(length: number): void {
    this.spend(Math.ceil(length / textPerFuel));
  }

  /** Pays for looking for one text in another: in the worst case each of the one meets each of the other. */
  spendSearch(length: number, soughtLength: number): void {
    this.spendText(length);
    if (length >= soughtLength) this.spend(Math.ceil((length * soughtLength) / (textPerFuel * textPerFuel)));
  }
}
