/** Forms that try out operations: through the site, or from here where the form brings what it takes. */
import { triedRequest, type TryPlan } from "../../engine/openapi/reference/tryIt.ts";
import { element } from "./element.ts";
import { recall, remember } from "./memory.ts";

interface TrialAnswer {
  readonly status?: number;
  readonly contentType?: string;
  readonly headers?: readonly (readonly [string, string | readonly string[]])[];
  readonly size?: number;
  readonly body?: string;
  readonly error?: string;
}

const PATIENCE = 20_000;

/** What a form asks; an API of our own is asked here, by whichever address the page was reached. */
function planOf({ dataset }: HTMLFormElement): TryPlan {
  const plan = JSON.parse(dataset["try"] ?? "") as TryPlan;
  return dataset["own"] === undefined ? plan : { ...plan, servers: [location.origin] };
}

/** The fields of a form that say who asks, with where the tab keeps each: for this site and the chosen server alone. */
function keptFields(form: HTMLFormElement): { readonly field: HTMLInputElement; readonly key: string }[] {
  const server = planOf(form).servers[Number(new FormData(form).get("server") ?? 0)];
  const { base = "" } = document.documentElement.dataset;
  if (server === undefined) return [];
  const at = `lectern:token ${base} ${new URL(server).origin}`;
  return [...form.querySelectorAll<HTMLInputElement>("input[data-kept]")].map((field) => ({
    field,
    key: `${at} ${field.dataset["kept"] ?? ""}`,
  }));
}

function fillIn(form: HTMLFormElement): void {
  for (const { field, key } of keptFields(form)) field.value = recall("session", key) ?? "";
}

let writing: Promise<{ writeSamples: (form: HTMLFormElement, plan: TryPlan) => void }> | undefined;

/** Has samples follow what is filled in; what writes them is loaded with the first letter. */
async function follow(form: HTMLFormElement): Promise<void> {
  const address = document.querySelector<HTMLElement>("[data-samples]")?.dataset["samples"];
  if (address === undefined) return;
  writing ??= import(address) as NonNullable<typeof writing>;
  try {
    (await writing).writeSamples(form, planOf(form));
  } catch {
    // They stay as they are, and the next letter tries again.
    writing = undefined;
  }
}

/** Asks by the site's door, which tells the answer as JSON. */
async function askSite(form: HTMLFormElement, fields: FormData): Promise<TrialAnswer> {
  const answer = await fetch(form.action, { method: "POST", body: fields });
  return (await answer.json()) as TrialAnswer;
}

/** Asks the server itself, as a stranger to it. */
async function askHere(plan: TryPlan, fields: FormData): Promise<TrialAnswer> {
  const tried = triedRequest(plan, fields);
  if (typeof tried === "string") return { error: tried };
  const { url, ...request } = tried;
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const answer = await fetch(url, { ...request, credentials: "omit", redirect: "follow", signal });
    const body = await answer.text();
    const contentType = answer.headers.get("content-type") ?? "";
    const size = new Blob([body]).size;
    return { status: answer.status, contentType, size, headers: [...answer.headers], body };
  } catch {
    return {
      error: "No answer. The server may not be there, or not let pages of other sites ask it (CORS).",
    };
  }
}

function shown(body: string, contentType: string): string {
  if (/^(?:image|audio|video|font)\/(?!svg)|octet-stream|\bpdf\b|\bzip\b/i.test(contentType)) return "";
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}

function block(text: string): HTMLElement {
  return element("pre", { class: "code-body", tabindex: "0" }, text);
}

function told(
  { status = 0, contentType = "", headers = [], size = 0, body = "" }: TrialAnswer,
  ms: number,
): Node[] {
  const code = element("code", { class: `status status-${String(status).charAt(0)}` }, String(status));
  const facts = [`${Math.round(ms)} ms`, `${size} bytes`, contentType].filter((fact) => fact !== "");
  const line = element("p", { class: "try-status" }, code, ` ${facts.join(" · ")}`);
  const list = headers.map(([name, value]) => `${name}: ${String(value)}`).join("\n");
  const more = element("details", { class: "field-more" }, element("summary", {}, "Headers"), block(list));
  const text = shown(body, contentType);
  return [line, ...(text === "" ? [] : [block(text)]), ...(list === "" ? [] : [more])];
}

async function tryOut(form: HTMLFormElement): Promise<void> {
  const output = form.querySelector("output");
  const button = form.querySelector("button");
  if (output === null || button?.disabled === true) return;
  const fields = new FormData(form);
  for (const { field, key } of keptFields(form)) remember("session", key, field.value || undefined);
  if (button) button.disabled = true;
  form.dataset["busy"] = "";
  const begun = performance.now();
  const asking = form.method === "post" ? askSite(form, fields) : askHere(planOf(form), fields);
  const tried = await asking.catch((): TrialAnswer => ({ error: "No answer." }));
  const content =
    tried.error === undefined
      ? told(tried, performance.now() - begun)
      : [element("p", { class: "try-error" }, tried.error)];
  output.replaceChildren(...content);
  output.hidden = false;
  delete form.dataset["busy"];
  if (button) button.disabled = false;
}

const formOf = (target: EventTarget | null): HTMLFormElement | null =>
  target instanceof Element ? target.closest<HTMLFormElement>("form[data-try]") : null;

/** Listens on the whole page: forms may come later. */
export function watchTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-try]")) fillIn(form);
  document.addEventListener("submit", (event) => {
    const form = formOf(event.target);
    if (form === null) return;
    event.preventDefault();
    void tryOut(form);
  });
  document.addEventListener("input", (event) => {
    const form = formOf(event.target);
    if (form === null) return;
    // What was typed for one server is not meant for another.
    if (event.target instanceof HTMLSelectElement && event.target.name === "server") fillIn(form);
    void follow(form);
  });
}
