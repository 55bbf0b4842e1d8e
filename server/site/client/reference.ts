/** References of APIs: parts that are read when they are unfolded, and requests that are tried out. */

/** Puts the content of a part in its place, once; where it can't be had, the link to it stays. */
async function unfold(part: HTMLDetailsElement): Promise<void> {
  const address = part.dataset["fragment"];
  if (!part.open || address === undefined) return;
  delete part.dataset["fragment"];
  part.dataset["busy"] = "";
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const content = page.querySelector("[data-schema]");
    if (answer.ok && content) part.lastElementChild?.replaceWith(...content.childNodes);
  } catch {
    part.dataset["fragment"] = address;
  }
  delete part.dataset["busy"];
}

interface Tried {
  readonly status?: number;
  readonly statusText?: string;
  readonly body?: string;
  readonly error?: string;
}

function shown({ status, body = "", error }: Tried): string {
  if (error !== undefined) return error;
  try {
    return `${status}\n\n${JSON.stringify(JSON.parse(body), undefined, 2)}`;
  } catch {
    return `${status}\n\n${body}`;
  }
}

async function tryOut(form: HTMLFormElement): Promise<void> {
  const output = form.querySelector("output");
  const button = form.querySelector("button");
  if (output === null) return;
  const pre = document.createElement("pre");
  pre.className = "code-body";
  pre.tabIndex = 0;
  output.replaceChildren(pre);
  output.hidden = false;
  if (button) button.disabled = true;
  try {
    const fields = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const answer = await fetch(form.action, { method: "POST", body: fields });
    pre.textContent = shown((await answer.json()) as Tried);
  } catch {
    pre.textContent = "No answer.";
  }
  if (button) button.disabled = false;
}

/** Listens on the whole page: parts that come later hold parts themselves. */
export function watchReference(): void {
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target instanceof HTMLDetailsElement) void unfold(event.target);
    },
    true,
  );
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset["try"] === undefined) return;
    event.preventDefault();
    void tryOut(form);
  });
}
