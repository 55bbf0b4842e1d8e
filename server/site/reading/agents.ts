/** Whether programs that read for language models may read a site. */
import type { PublishedSite } from "./publishedSite.ts";

/** Programs that read for language models, by the names that they call themselves by. */
export const AGENTS = [
  "GPTBot",
  "OAI-SearchBot",
  "ChatGPT-User",
  "ClaudeBot",
  "Claude-User",
  "Claude-SearchBot",
  "anthropic-ai",
  "CCBot",
  "Google-Extended",
  "Applebot-Extended",
  "PerplexityBot",
  "Perplexity-User",
  "Bytespider",
  "Amazonbot",
  "meta-externalagent",
  "cohere-ai",
  "DuckAssistBot",
  "MistralAI-User",
];

/** Whether agents may read the site: then there are Markdown, lists for language models and a place to call tools. */
export function isForAgents({ published }: { readonly published: Pick<PublishedSite, "site"> }): boolean {
  return published.site.agents_context !== "excluded";
}

const NAMED = new RegExp(`\\b(?:${AGENTS.join("|")})\\b`, "i");

/** Whether a request comes from one of them: such a program gets the Markdown of pages without having to ask for it. */
export function isAgent(userAgent: string | undefined): boolean {
  return userAgent !== undefined && NAMED.test(userAgent);
}
