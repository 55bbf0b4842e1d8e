/** An integration as somebody publishes it. */

/** A PNG of one pixel. */
export const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What has to be said, for the organization with this id or hostname. */
export const publication = (organization: string, more: object = {}): object => ({
  organization,
  title: "Counter",
  description: "Counts what readers look at.",
  script: "export default () => undefined;",
  scopes: ["space:content:read"],
  ...more,
});

/** Everything that can be said. */
export const wholePublication = (organization: string): object =>
  publication(organization, {
    runtime: "v2",
    icon: PIXEL,
    summary: "# Counter",
    previewImages: [PIXEL],
    visibility: "public",
    target: "space",
    categories: ["analytics", "other"],
    blocks: [
      {
        id: "chart",
        title: "Chart",
        description: "A chart",
        icon: "https://example.com/chart.png",
        urlUnfurl: ["https://Charts.example.com/**"],
        markdown: { codeblock: "chart", body: "content" },
      },
    ],
    contentSources: [{ id: "rows", title: "Rows", configuration: { componentId: "rows" } }],
    externalLinks: [{ url: "https://example.com/docs", label: "Documentation" }],
    configurations: {
      account: {
        properties: {
          key: { type: "string", title: "Key", description: "From your account" },
          region: { type: "string", enum: ["eu", "us"], default: "eu" },
          rate: { type: "number", default: 1 },
          anonymous: { type: "boolean" },
          connect: { type: "button", callback_url: "/oauth", button_text: "Connect" },
        },
        required: ["key"],
      },
      space: { properties: { label: { type: "string" } } },
      site: { componentId: "site-settings" },
    },
    secrets: { CLIENT_SECRET: "canary-secret-1" },
    contentSecurityPolicy: { "img-src": "https://charts.example.com", "script-src": "'self'" },
  });
