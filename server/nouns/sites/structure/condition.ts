import { refuseUselessCondition as refuseAt } from "../../content/condition.ts";

/** @throws 400 for a condition that can't be read, or that can never be true or false */
export function refuseUselessCondition(condition: string | null | undefined): void {
  refuseAt(condition, "/condition");
}
