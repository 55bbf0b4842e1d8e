/** The start: it draws the console into its page. */
import { createRoot } from "react-dom/client";
import { LecternError } from "../sdk/src/index.ts";
import { start } from "./api/start.ts";
import { heedUnload } from "./api/unload.ts";
import { App } from "./screens/App.tsx";
import { hurry } from "./ui/calm.ts";

void hurry(start());
heedUnload();

const place = document.getElementById("console");
if (place === null) throw new Error("The page has no place for the console.");
createRoot(place, {
  // What the server refuses is told on the screen; what is our own mistake belongs into the console too.
  onCaughtError: (error) => {
    if (!(error instanceof LecternError)) reportError(error);
  },
}).render(<App />);
