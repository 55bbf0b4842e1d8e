/**
 * The script of the frame in which the console shows what integrations have on hosts of their own: a page or a picture. It
 * passes on what the page and the console say to each other, and tells how large the picture is.
 */
// In a window it would be a stranger's page at our address: nothing behind this script is read then.
if (parent === window) window.stop();

const inner = () => document.querySelector("iframe")?.contentWindow;

addEventListener("message", ({ source, data }) => {
  if (source === parent) inner()?.postMessage(data, "*");
  else if (source === inner()) parent.postMessage(data, "*");
});

addEventListener("load", () => {
  const picture = document.querySelector("img");
  if (picture === null) return;
  const { naturalWidth: width, naturalHeight: height } = picture;
  parent.postMessage({ picture: { width, height } }, "*");
});
