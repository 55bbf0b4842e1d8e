/** A form that sends an operation's request through the site, and shows what comes back. */
import type { Api } from "../../../openapi/reference/api.ts";
import type { OperationView } from "../../../openapi/reference/operation.ts";
import { triedServers } from "../../../openapi/reference/tryIt.ts";
import { exampleOf, isJson } from "../../../openapi/reference/requests.ts";
import { schemaShape } from "../../../openapi/reference/schemaShape.ts";
import { type Child, h, type Html } from "../element.ts";
import type { Page } from "../page.ts";

/** The form; nothing where there is no server to ask, or the description hides it. */
export function tryPanel(page: Page, api: Api, view: OperationView): Child {
  const { tryIt } = api.source;
  const servers = triedServers(view);
  if (tryIt === undefined || view.isWebhook || view.fields.hideTryItPanel || servers.length === 0)
    return undefined;
  page.uses.tryIt = true;
  const number = page.count("try");
  const form = h(
    "form",
    { class: "try-form", method: "post", action: `${tryIt}${view.hash}`, "data-try": true },
    serverField(number, servers),
    schemeFields(number, view),
    view.parameters
      .filter((parameter) => parameter.in !== "cookie")
      .map((parameter) => {
        const { enum: values } = schemaShape(api, parameter.schema);
        return field(number, `${parameter.in}.${parameter.name}`, parameter.name, {
          isRequired: parameter.isRequired,
          values: values?.map(({ value }) => String(value)),
        });
      }),
    bodyField(number, api, view),
    h("button", { type: "submit", class: "button button-primary" }, "Send"),
    h("output", { class: "try-answer", "aria-live": "polite", hidden: true }),
  );
  return h("details", { class: "try field-more" }, h("summary", {}, "Try it"), form);
}

function serverField(number: number, servers: readonly string[]): Html {
  const id = `try-${number}-server`;
  const options = servers.map((url, at) => h("option", { value: at }, url));
  return h(
    "div",
    { class: "try-field" },
    h("label", { for: id }, "Server"),
    h("select", { id, name: "server" }, options),
  );
}

/** One way of saying who asks: the first. What is typed is sent and kept nowhere. */
function schemeFields(number: number, { security }: OperationView): Child {
  const [schemes = []] = security;
  return schemes
    .filter(({ kind }) => kind !== "other" && kind !== "cookie")
    .map(({ key, title, kind }) =>
      field(number, `auth.${key}`, kind === "basic" ? `${title} (user:password)` : title, { isSecret: true }),
    );
}

interface FieldOptions {
  readonly isRequired?: boolean;
  readonly isSecret?: boolean;
  readonly values?: readonly string[] | undefined;
}

function field(
  number: number,
  name: string,
  label: string,
  { isRequired, isSecret, values }: FieldOptions,
): Html {
  const id = `try-${number}-${name.replace(/[^\w-]/g, "-")}`;
  const shared = { id, name, required: isRequired === true };
  const input =
    values === undefined
      ? h("input", { ...shared, type: isSecret === true ? "password" : "text", autocomplete: "off" })
      : h(
          "select",
          shared,
          h("option", { value: "" }, "–"),
          values.map((value) => h("option", { value }, value)),
        );
  return h("div", { class: "try-field" }, h("label", { for: id }, label), input);
}

function bodyField(number: number, api: Api, { body }: OperationView): Child {
  const media = body?.media.find(({ type }) => isJson(type));
  if (media === undefined) return undefined;
  const id = `try-${number}-body`;
  const text = JSON.stringify(exampleOf(api, media, "request"), undefined, 2) ?? "";
  return [
    h("input", { type: "hidden", name: "type", value: media.type }),
    h(
      "div",
      { class: "try-field" },
      h("label", { for: id }, "Body"),
      h("textarea", { id, name: "body", rows: 8 }, text),
    ),
  ];
}
