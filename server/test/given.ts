/** What the pages of docs/ take their readers to have: docsExamples.test.ts gives it, and holds that the page says so. */
import { idpKeys } from "../access/saml/idp.fixture.ts";

/** A token and a server that commands go by, as a login leaves them. */
const SIGNED_IN = "export LECTERN_URL=http://127.0.0.1:4000 LECTERN_TOKEN=$TOKEN";
const A_SPACE = `SPACE=$(api $LECTERN/orgs/$ORG/spaces --data '{"title": "Manual"}' | field id)`;
const TO_MOVE = "mkdir my-docs && echo '# Hello' > my-docs/README.md";
const EVE = "lectern user create eve@example.com";
const OPERATOR = "lectern user create operator@example.com";
const PETS = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  tags: [{ name: "pets" }],
  paths: { "/pets": { get: { tags: ["pets"], responses: { 200: { description: "All" } } } } },
});

/** What a page takes its reader to have, as its examples call it. */
interface Given {
  /** The words of the page that say so, before the first example that names it. */
  readonly told: string;
  /** What gives it here: shell, before the page's own; files of other tools are there by themselves. */
  readonly by?: string;
}

/** By page, and by what of an example takes it. */
export const GIVEN: Readonly<Record<string, Readonly<Record<string, Given>>>> = {
  "command-line.md": {
    "lectern api": { told: "what `lectern login` left", by: SIGNED_IN },
    "my-docs": { told: "`my-docs` stands for your folder", by: TO_MOVE },
    "admin@localhost": { told: "`admin@localhost` is the first administrator", by: OPERATOR },
  },
  "git-sync.md": {
    '"Handbook"': {
      told: "the space is called `Handbook`",
      by: `${SIGNED_IN}
        api $LECTERN/orgs/$ORG/spaces --data '{"title": "Handbook"}'`,
    },
    "token.txt": { told: "the token is in the file `token.txt`", by: "echo a-token-of-the-host > token.txt" },
    '--site "Product"': {
      told: "the site is called `Product`",
      by: `api $LECTERN/orgs/$ORG/sites --data '{"title": "Product", "spaces": "sample"}'`,
    },
  },
  "guides/migrate.md": {
    "gitbook-docs": {
      told: "the clone in `gitbook-docs`",
      by: `mkdir gitbook-docs && echo "# Product" > gitbook-docs/README.md
        echo "* [Product](README.md)" > gitbook-docs/SUMMARY.md`,
    },
    "my-docusaurus": {
      told: "the folder that contains `docusaurus.config.js`, here `my-docusaurus`",
      by: `mkdir -p my-docusaurus/docs && echo "# Product" > my-docusaurus/docs/README.md
        echo "module.exports = {};" > my-docusaurus/docusaurus.config.js`,
    },
    "my-mkdocs": {
      told: "the folder that contains `mkdocs.yml`, here `my-mkdocs`",
      by: `mkdir -p my-mkdocs/docs && echo "# Product" > my-mkdocs/docs/index.md
        echo "site_name: Product" > my-mkdocs/mkdocs.yml`,
    },
    "my-mintlify": {
      told: "the folder that contains `docs.json` or `mint.json`, here `my-mintlify`",
      by: `mkdir my-mintlify && echo "# Product" > my-mintlify/index.mdx
        echo '{"name": "Product", "navigation": {"pages": ["index"]}}' > my-mintlify/docs.json`,
    },
    "space-export.zip": { told: "the archive, here `space-export.zip`" },
    "notion-export.zip": { told: "the archive, here `notion-export.zip`" },
  },
  "guides/publish-from-ci.md": {
    "HEAD:docs": {
      told: "the folder `docs` of a repository",
      by: `git init -q --initial-branch="it's" . && mkdir docs && echo "# Hello" > docs/README.md && git add .
        git -c user.name=Ada -c user.email=ada@example.com commit -qm "Say hello"`,
    },
    "./product/docs": {
      told: "your repository checked out in the folder `product`",
      by: "mkdir product && cp -r docs product/",
    },
  },
  "guides/rescue.md": {
    "ada@example.com": { told: "`ada@example.com` stands for your address", by: EVE },
    Laptop: {
      told: "the lost one is called, here Laptop",
      by: "lectern token create eve@example.com --label Laptop",
    },
    "data/*": { told: "the data folder, here `data`", by: "mkdir data && cp /dev/null data/lectern.db" },
  },
  "import-and-export.md": {
    "npx lectern import": { told: "the server that [`lectern login`]", by: SIGNED_IN },
    "my-docs": { told: "`my-docs` stands for your folder", by: TO_MOVE },
    "space-export.zip": { told: "an archive such as `space-export.zip`" },
    "plan.docx": { told: "a document such as `plan.docx`" },
  },
  "quick-start.md": { "my-docs": { told: "`my-docs` stands for your folder", by: TO_MOVE } },
  "signing-in.md": {
    "ada@example.com": { told: "`ada@example.com` stands for the person's address", by: EVE },
    "bob@example.com": { told: "here `bob@example.com`", by: "lectern user create bob@example.com" },
  },
  "single-sign-on.md": {
    "okta.pem": {
      told: "the certificate is in the PEM file `okta.pem`",
      by: `printf '%s\\n' '${idpKeys().certificate}' > okta.pem`,
    },
  },
  "troubleshooting.md": {
    "admin@localhost": { told: "`admin@localhost` is the first administrator", by: OPERATOR },
  },
  "guides/end-an-organization.md": {
    windrose: {
      told: "the organization with the hostname `windrose`",
      by: `ORG=$(api $LECTERN/orgs --data '{"title": "Windrose"}' | field id)
        ${A_SPACE}
        SITE=$(api $LECTERN/orgs/$ORG/sites --data '{"title": "Ours", "spaces": "sample"}' | field id)
        api -X POST $LECTERN/orgs/$ORG/sites/$SITE/publish`,
    },
  },
  "api/conventions.md": {
    "page=$PAGE": { told: "If there are more, send `next.page`", by: `${A_SPACE}\n${A_SPACE}` },
  },
  "writing/api-reference.md": {
    "pet-store": {
      told: "`pet-store` is the slug of a [specification]",
      by: `api -X PUT $LECTERN/orgs/$ORG/openapi/pet-store --data '${JSON.stringify({ source: { text: PETS } })}'`,
    },
  },
};

/** The shell that gives a page all of it. */
export const givenTo = (page: string): string =>
  Object.values(GIVEN[page] ?? {})
    .map(({ by = "" }) => by)
    .join("\n");
