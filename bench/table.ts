/** What was measured, as a table and as JSON. */
import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { pins } from "./processes.ts";

/** What a row should reach: by its ratio, or by what was measured of ours. */
export interface Goal {
  readonly of: "ratio" | "ours";
  readonly least?: number;
  readonly most?: number;
}

export interface Result {
  readonly name: string;
  readonly ours: number;
  readonly peer?: number;
  readonly unit: string;
  readonly ratio?: number;
  /** The least and the greatest ratio of the rounds. */
  readonly range?: readonly [number, number];
  /** The ratio by processor time. */
  readonly byProcessor?: number;
  readonly goal?: Goal;
  readonly note?: string;
  /** Load average of the machine when the row ended. */
  readonly load?: number;
}

/** undefined when the row has no goal. */
export function isMet({ goal, ratio, ours }: Result): boolean | undefined {
  if (goal === undefined) return undefined;
  const value = goal.of === "ratio" ? (ratio ?? Number.NaN) : ours;
  return goal.least === undefined ? value <= (goal.most ?? Number.NaN) : value >= goal.least;
}

function figure(value: number): string {
  if (Number.isNaN(value)) return "?";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function goalText({ goal, unit }: Result): string {
  if (goal === undefined) return "";
  const bound = goal.least === undefined ? `≤ ${goal.most}` : `≥ ${goal.least}`;
  return goal.of === "ratio" ? bound : `${bound} ${unit}`;
}

const HEADS = ["row", "Lectern", "against", "unit", "ratio", "range", "by cpu", "goal", "met", "load"];

function cells(result: Result): string[] {
  const met = isMet(result);
  const { ratio, range, byProcessor, peer, load } = result;
  return [
    result.name,
    figure(result.ours),
    peer === undefined ? "" : figure(peer),
    result.unit,
    ratio === undefined ? "" : ratio.toFixed(2),
    range === undefined ? "" : `${range[0].toFixed(2)}–${range[1].toFixed(2)}`,
    byProcessor === undefined || Number.isNaN(byProcessor) ? "" : byProcessor.toFixed(2),
    goalText(result),
    met === undefined ? "" : met ? "yes" : "NO",
    load === undefined ? "" : load.toFixed(1),
  ];
}

/** A Markdown table. */
export function tableOf(results: readonly Result[]): string {
  const rows = [HEADS, ...results.map(cells)];
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const notes = results.flatMap(({ name, note }) => (note === undefined ? [] : [`- ${name}: ${note}`]));
  return [line(HEADS), rule, ...rows.slice(1).map(line), ...(notes.length > 0 ? ["", ...notes] : [])].join(
    "\n",
  );
}

export function machineFacts(): string {
  const [first] = cpus();
  const kernel = readFileSync("/proc/version", "utf8").split(" ")[2];
  return [
    `${cpus().length} cores (${first?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    `Linux ${kernel}`,
    `Node ${process.versions.node}`,
    pins() ? "servers on core 0, load on core 1" : "not pinned to cores",
    `load average ${loadavg()
      .map((value) => value.toFixed(1))
      .join(" ")}`,
  ].join("; ");
}
