/**
 * What people ask of three documentations, with the page that answers: titles, typos, identifiers, other words for a
 * thing, and whole questions.
 */
type Question = readonly [query: string, page: string];

export const MANUAL: Readonly<Record<string, readonly Question[]>> = {
  titles: [
    ["quick start", "quick-start"], ["concepts", "concepts"], ["git sync", "git-sync"], ["single sign-on", "single-sign-on"],
    ["backup and restore", "backup"], ["change requests", "change-requests"], ["webhooks", "webhooks"], ["troubleshooting", "troubleshooting"],
  ],
  typos: [
    ["webhoks", "webhooks"], ["trouleshooting", "troubleshooting"], ["integratons", "integrations"], ["conditons", "conditions"],
    ["monitorng", "monitoring"], ["tranlations", "translations"],
  ],
  identifiers: [
    ["LECTERN_DATA_DIR", "settings"], ["If-Match", "conventions"], ["X-RateLimit-Remaining", "conventions"], ["respond-async", "import-and-export"],
    [".gitbook.yaml", "import-and-export"], ["content-ref", "blocks"], ["/metrics", "monitoring"], ["visitor.claims", "conditions"],
  ],
  synonyms: [
    ["callouts", "blocks"], ["admonitions", "import-and-export"], ["dark mode images", "media"], ["latex", "code"], ["reverse proxy nginx", "proxy"],
    ["SSO SAML okta", "single-sign-on"], ["environment variables", "settings"], ["snippets", "reusable-content"], ["hide page", "pages"],
    ["download pdf", "pdf"], ["prometheus", "monitoring"], ["container image", "docker"], ["access token scopes", "tokens"], ["custom domain", "custom-domain"],
  ],
  questions: [
    ["how do I export my docs as a PDF", "pdf"], ["how do I import from Confluence", "import-and-export"], ["how to restore a backup", "backup"],
    ["what happens when two people edit the same page", "change-requests"], ["how can I rotate the secret", "command-line"],
    ["where are the settings of the server", "settings"], ["how do I upgrade to a new version", "upgrading"], ["how to verify the signature of a webhook", "webhooks"],
    ["can I run it with postgres", "postgresql"], ["how do I make a table with cards", "structure"], ["how do I hide a section from some visitors", "conditions"],
    ["how to connect a GitHub repository", "git-sync"], ["how do I create an API token", "tokens"], ["who may see a private space", "teams"],
    ["how to add line numbers to code", "code"], ["how can readers log in", "visitors"], ["how do I change the logo and colours", "customization"],
    ["which file formats can be imported", "import-and-export"], ["how do I invite a member", "members"], ["how do I reply to a comment", "comments"],
  ],
}; // prettier-ignore

export const FASTIFY: Readonly<Record<string, readonly Question[]>> = {
  titles: [["getting started", "getting-started"], ["hooks", "hooks"], ["testing", "testing"], ["http2", "http2"], ["serverless", "serverless"], ["middleware", "middleware"]],
  typos: [["encapsulaton", "encapsulation"], ["decoratrs", "decorators"], ["middlewre", "middleware"], ["serverles", "serverless"]],
  identifiers: [["preHandler", "hooks"], ["setErrorHandler", "server"], ["FST_ERR_CTP_BODY_TOO_LARGE", "errors"], ["addContentTypeParser", "contenttypeparser"], ["reply.send", "reply"], ["fastify.inject", "testing"]],
  synonyms: [["unit tests", "testing"], ["aws lambda", "serverless"], ["json schema", "validation-and-serialization"], ["connect to mongodb", "database"], ["load test", "benchmarking"]],
  questions: [
    ["how do I validate the body of a request", "validation-and-serialization"], ["how to write a plugin", "write-plugin"], ["how do I log a request", "logging"],
    ["how to upgrade from v4 to v5", "migration-guide-v5"], ["how can I add a property to the request", "decorators"], ["how do I test my routes", "testing"],
    ["what is the order of hooks in the lifecycle", "lifecycle"], ["how to detect that a client aborted", "detecting-when-clients-abort"], ["how do I deploy behind nginx", "recommendations"],
  ],
}; // prettier-ignore

export const PINO: Readonly<Record<string, readonly Question[]>> = {
  titles: [["child loggers", "child-loggers"], ["redaction", "redaction"], ["transports", "transports"], ["benchmarks", "benchmarks"]],
  typos: [["redacton", "redaction"], ["trasports", "transports"]],
  identifiers: [["pino.destination", "api"], ["formatters", "api"], ["SIGHUP", "help"]],
  synonyms: [["mask passwords", "redaction"], ["webpack", "bundling"], ["log rotation", "help"]],
  questions: [
    ["how do I hide secrets in logs", "redaction"], ["how to log in the browser", "browser"], ["how do I send logs to elasticsearch", "transports"],
    ["how to print pretty logs", "pretty"], ["how do I use it with express", "web"], ["how to avoid losing logs when the process exits", "asynchronous"],
  ],
}; // prettier-ignore
