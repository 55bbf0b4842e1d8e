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

/** Where the token for the API of this origin is kept, for the tab alone. */
const TOKEN = "lectern:token";

function tokenField(form: HTMLFormElement): HTMLInputElement | null {
  return form.dataset["own"] === undefined ? null : form.querySelector("input[type=password]");
}

/** What a form asks; an API of our own is asked here, by whichever address the page was reached. */
function planOf({ dataset }: HTMLFormElement): TryPlan | undefined {
  if (dataset["plan"] === undefined) return undefined;
  const plan = JSON.parse(dataset["plan"]) as TryPlan;
  return dataset["own"] === undefined ? plan : { ...plan, servers: [location.origin] };
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
  const plan = planOf(form);
  const token = tokenField(form);
  if (token) remember("session", TOKEN, token.value || undefined);
  if (button) button.disabled = true;
  form.dataset["busy"] = "";
  const begun = performance.now();
  const asking = plan === undefined ? askSite(form, fields) : askHere(plan, fields);
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

/** Listens on the whole page: forms may come later. */
export function watchTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-own]")) {
    const token = tokenField(form);
    if (token) token.value = recall("session", TOKEN) ?? "";
  }
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset["try"] === undefined) return;
    event.preventDefault();
    void tryOut(form);
  });
}
