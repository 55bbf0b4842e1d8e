import { expect, test } from "vitest";
import { planProject } from "./project.fixture.ts";

test.each([
  [
    '<iframe width="560" src="https://www.youtube.com/embed/abc" title="x"></iframe>',
    '{% embed url="https://www.youtube.com/embed/abc" %}',
  ],
  [
    'Look:\n<iframe\n  src="//player.example/1"\n  allowFullScreen\n/>\nSo.',
    'Look:\n\n{% embed url="https://player.example/1" %}\n\nSo.',
  ],
  ['<video controls src="/v.mp4"></video>', "[v.mp4](/v.mp4)"],
  [
    '<video controls>\n  <source src="https://example.com/a.webm" type="video/webm" />\n  No film.\n</video>',
    '{% embed url="https://example.com/a.webm" %}',
  ],
  ["<audio src='s.mp3'></audio>", "[s.mp3](s.mp3)"],
  [
    '<object data="https://example.com/a.pdf"><p>Old</p></object>',
    '{% embed url="https://example.com/a.pdf" %}',
  ],
  [
    '<div>\n<iframe src="https://a.example/"></iframe>\n</div>',
    '<div>\n\n{% embed url="https://a.example/" %}\n\n</div>',
  ],
  ['| a | <video src="/v.mp4"></video> |\n|---|---|', "| a | [v.mp4](/v.mp4) |\n|---|---|"],
  [
    '```html\n<iframe src="https://a.example/"></iframe>\n```',
    '```html\n<iframe src="https://a.example/"></iframe>\n```',
  ],
  ['<IFRAME src="https://a.example/"></iframe>', '{% embed url="https://a.example/" %}'],
  ['<video src="/a.mp4"> words <video src="/b.mp4"></video>', "[a.mp4](/a.mp4) words [b.mp4](/b.mp4)"],
  ["`<video src=x>` and <video>", "`<video src=x>` and <video>"],
])("a film, a sound or a page within a page is shown here: %s", async (written, expected) => {
  for (const [settings, folder] of [
    ["mkdocs.yml", "docs"],
    ["hugo.toml", "content"],
  ] as const) {
    const { text } = await planProject({
      [settings]: settings === "mkdocs.yml" ? "site_name: x\n" : 'title = "x"\n',
      [`${folder}/a.md`]: `# A\n\n${written}\n`,
    });
    expect(text("a")).toBe(expected);
  }
});

test("a film of the project is a file that its page leads to", async () => {
  const { links, problems } = await planProject({
    "docusaurus.config.js": "module.exports = {}",
    "docs/a.mdx": '# A\n\n<video controls src="/v.mp4" />\n',
    "static/v.mp4": "film",
  });
  expect(links("a")).toEqual(["static/v.mp4"]);
  expect(problems).toHaveLength(1);
});
