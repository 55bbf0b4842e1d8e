/** What readers see when even the page that tells of a failure can't be made. It depends on nothing. */

/** Of the page below alone: it has its style in it, and no script, picture or link to run. */
export const PLAIN_FAILURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; box-sizing: border-box;
    font: 1rem/1.6 system-ui, sans-serif; background: light-dark(#fff, #16181d); color: light-dark(#1c1e24, #e6e8ec) }
  main { max-width: 30rem; text-align: center }
  h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; font-weight: 650; text-wrap: balance }
  p { margin: 0 0 1rem; color: light-dark(#5b606b, #a5abb8) }
  small { color: inherit; font-size: .8125rem; overflow-wrap: anywhere }
`;

/**
 * A page of its own, in English.
 * @param requestId letters and digits, as the server makes them; the log has it
 */
export function plainFailure(requestId: string): string {
  const id = requestId.replaceAll(/[^\w-]/g, "");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Something went wrong</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Something went wrong</h1>
<p>This page could not be shown. Please try again in a moment.</p>
<p><small>If it stays so, tell whoever runs this site the number of this request: ${id}</small></p>
</main>
</body>
</html>
`;
}
