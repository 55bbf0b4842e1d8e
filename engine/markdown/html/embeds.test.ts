import { describe, expect, test } from "vitest";
import { findEmbed } from "./embeds.ts";
import { FRAME_ORIGINS } from "./audit.fixture.ts";

const YOUTUBE = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";

describe("embeds", () => {
  test.each([
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", YOUTUBE],
    ["https://youtu.be/dQw4w9WgXcQ?t=1m5s", `${YOUTUBE}?start=65`],
    ["http://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ&start=7", `${YOUTUBE}?start=7`],
    ["https://www.youtube.com/shorts/dQw4w9WgXcQ", YOUTUBE],
    ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871"],
    ["https://vimeo.com/76979871/0a1b2c", "https://player.vimeo.com/video/76979871?h=0a1b2c"],
    [
      "https://www.loom.com/share/0123456789abcdef0123456789abcdef?sid=x",
      "https://www.loom.com/embed/0123456789abcdef0123456789abcdef",
    ],
    ["https://codepen.io/someone/pen/abcXYZ", "https://codepen.io/someone/embed/abcXYZ?default-tab=result"],
    ["https://codesandbox.io/s/new-abc", "https://codesandbox.io/embed/new-abc"],
    ["https://stackblitz.com/edit/vite-abc?file=x", "https://stackblitz.com/edit/vite-abc?embed=1"],
    [
      "https://www.figma.com/design/abcdefghijklmnop/Name?node-id=1",
      "https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2Fabcdefghijklmnop",
    ],
    [
      "https://open.spotify.com/episode/4uLU6hMCjMI75M1A2tKUQC",
      "https://open.spotify.com/embed/episode/4uLU6hMCjMI75M1A2tKUQC",
    ],
    [
      "https://soundcloud.com/someone/sets/a-set",
      "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fsomeone%2Fsets%2Fa-set",
    ],
    ["https://fast.wistia.net/embed/iframe/abc123xyz0", "https://fast.wistia.net/embed/iframe/abc123xyz0"],
  ])("%s", (url, src) => {
    expect(findEmbed(url)?.src).toBe(src);
    expect(FRAME_ORIGINS).toContain(new URL(src).origin);
  });

  test.each([
    "",
    "x",
    "https://example.com",
    "javascript:alert(1)",
    "https://www.youtube.com/",
    "https://www.youtube.com/watch?v=a%22b",
    "https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
    "https://user@youtube.com/watch?v=dQw4w9WgXcQ",
    "https://youtube.com:8443/watch?v=dQw4w9WgXcQ",
    "https://evil.example/?https://youtu.be/dQw4w9WgXcQ",
    "https://gist.github.com/someone/0123456789abcdef",
    "ftp://youtu.be/dQw4w9WgXcQ",
    "https://vimeo.com/about",
  ])("%s is not shown in a frame", (url) => {
    expect(findEmbed(url)).toBeUndefined();
  });
});
