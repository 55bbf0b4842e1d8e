/** The start: it draws the console into its page. */
import { createRoot } from "react-dom/client";
import { LecternError } from "../sdk/src/index.ts";
import { start } from "./api/start.ts";
import { heedUnload } from "./api/unload.ts";
import { App, readFirst } from "./screens/App.tsx";
import { hurry } from "./ui/calm.ts";

void hurry(start());
heedUnload();

/** Milliseconds after which something is drawn, be it that more will come. */
const PATIENCE = 100;

const place = document.getElementById("console");
if (place === null) throw new Error("The page has no place for the console.");
const root = createRoot(place, {
  // What the server refuses is told on the screen; what is our own mistake belongs into the console too.
  onCaughtError: (error) => {
    if (!(error instanceof LecternError)) reportError(error);
  },
});
void Promise.race([readFirst(), new Promise((done) => setTimeout(done, PATIENCE))]).then(() =>
  root.render(<App />),
);
