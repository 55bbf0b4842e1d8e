/** Runs in the browser: pokes at every element of the body, then tells what should not be there. */
export function inspect(frameOrigins) {
  const wrong = [];
  const forbidden = new Set(
    "SCRIPT STYLE OBJECT EMBED FORM BASE LINK META FRAME TEXTAREA SELECT AUDIO VIDEO".split(" "),
  );
  const schemes = new Set(["http:", "https:", "mailto:", "tel:"]);
  const events = ["mouseover", "focus", "pointerenter", "toggle", "animationstart", "error", "load"];
  for (const element of document.body.querySelectorAll("*")) {
    const start = element.outerHTML.slice(0, 200);
    if (forbidden.has(element.tagName)) wrong.push(start);
    for (const { name } of element.attributes) {
      const bad = /^(?:on|style$|srcdoc$|formaction$|action$)|:/.test(name);
      if (bad) wrong.push(`${name} on ${element.tagName}`);
    }
    const link = element.tagName === "A" && element.hasAttribute("href");
    if (link && URL.canParse(element.href) && !schemes.has(element.protocol))
      wrong.push(`href ${element.href}`);
    if (element.tagName === "IFRAME" && !frameOrigins.includes(new URL(element.src).origin)) {
      wrong.push(`frame ${element.src}`);
    }
    if (element.closest("[data-case]") === null) wrong.push(`escaped its place: ${start}`);
    for (const event of events) element.dispatchEvent(new Event(event));
  }
  if ([...document.body.children].some((one) => !one.hasAttribute("data-case")))
    wrong.push("a case did not end");
  if (document.body.querySelector("[data-case] [data-case]") !== null) wrong.push("a case holds another");
  return [...wrong, ...globalThis.ran.map((what) => `ran: ${what}`)];
}
