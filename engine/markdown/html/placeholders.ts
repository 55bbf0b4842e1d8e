/** Prompts, and honest cards in place of blocks whose content lives elsewhere. */
import type { Api } from "../../openapi/reference/api.ts";
import type { Integration, OpenapiOperation, OpenapiSchemas, Prompt } from "../document.ts";
import { renderApiSchemas } from "./api/models.ts";
import { renderApiOperation } from "./api/operation.ts";
import { isInProse } from "./api/prose.ts";
import { drawnBlock } from "./contentKit.ts";
import { copyButton } from "./codeFigure.ts";
import { h, type SafeHtml } from "./element.ts";
import { renderIcon } from "./icons.ts";
import type { PageHtml } from "./page.ts";
import { resolveTarget } from "./targets.ts";

/** Renders a prompt with its text to copy. */
export function renderPrompt(page: PageHtml, prompt: Prompt): SafeHtml {
  page.uses.prompts = true;
  const head = [renderIcon(prompt.icon ?? "wand-magic-sparkles"), prompt.description ?? page.words.prompt];
  return h(
    "details",
    { class: "prompt", open: prompt.defaultExpanded === true, "data-copy-root": true },
    h("summary", { class: "prompt-head" }, head),
    h(
      "div",
      { class: "prompt-body" },
      copyButton(page),
      h("pre", { tabindex: 0 }, h("code", {}, prompt.text)),
    ),
  );
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

/** Renders an operation: as its description says, or as its method and path where there is none. */
export function renderOperation(page: PageHtml, operation: OpenapiOperation): SafeHtml {
  const api = apiOf(page, operation);
  return (api && renderApiOperation(page, api, operation)) ?? operationPlaceholder(page, operation);
}

/** The description that a block names. Descriptions show no operations themselves. */
function apiOf(page: PageHtml, { spec }: { readonly spec?: string }): Api | undefined {
  return spec === undefined || isInProse(page) ? undefined : page.context.api?.(spec);
}

function operationPlaceholder(page: PageHtml, operation: OpenapiOperation): SafeHtml {
  const method = operation.method.toLowerCase();
  const look = `api-method api-${METHODS.has(method) ? method : "other"}`;
  const line = h(
    "p",
    { class: "api-line" },
    h("span", { class: look }, operation.method.toUpperCase()),
    " ",
    h("code", { class: "api-path" }, operation.path),
  );
  return h("section", { class: "api" }, line, sourceNote(page, operation));
}

/** Renders schemas: as their description says, or as their names where there is none. */
export function renderSchemas(page: PageHtml, block: OpenapiSchemas): SafeHtml {
  const api = apiOf(page, block);
  if (api !== undefined && api.source.schemas.length > 0)
    return renderApiSchemas(page, api, block.schemas, block.grouped);
  const names = block.schemas.map((name) => [" ", h("code", {}, name)]);
  return h(
    "section",
    { class: "api" },
    h("p", { class: "api-line" }, `${page.words.schemas}:`, names),
    sourceNote(page, block),
  );
}

function sourceNote(page: PageHtml, block: { readonly spec?: string; readonly src?: string }): SafeHtml {
  const target = block.src === undefined ? undefined : resolveTarget(page.context, block.src);
  const name = block.spec ?? block.src ?? "";
  const link =
    target?.href === undefined
      ? name
      : h("a", { class: "link", href: target.href, rel: target.external && "noopener" }, name);
  return h("p", { class: "api-note" }, `${page.words.specification}: `, link);
}

/** Renders what an integration draws for its block, or else the block's name and address. */
export function renderIntegration(page: PageHtml, block: Integration): SafeHtml {
  const drawn = drawnBlock(page, block);
  if (drawn !== undefined) {
    const attributes = { class: "integration", ...drawn.attributes };
    return h("section", attributes, drawn.html, page.blocks(block.children));
  }
  const url = block.props["url"];
  const target = url === undefined ? undefined : resolveTarget(page.context, url);
  const link =
    target?.href !== undefined &&
    h("a", { class: "link", href: target.href, rel: target.external && "noopener" }, url);
  return h(
    "section",
    { class: "integration" },
    h("p", {}, renderIcon("puzzle-piece"), `${page.words.integration}: `, h("code", {}, block.name)),
    link !== false && h("p", {}, link),
    page.blocks(block.children),
  );
}
