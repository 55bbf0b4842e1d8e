/** Run as a process of its own by scripts.test.ts: begins a script that never answers, and waits to be killed. */
import { openFetch } from "../fetch.ts";
import { findWorkerd } from "./runtime.ts";
import { Scripts } from "./scripts.ts";

const scripts = new Scripts({
  workerd: findWorkerd(),
  fetch: openFetch({ allowPrivateNetwork: false }),
  most: 1,
});
const script = {
  organization: "o",
  owner: "p",
  installation: "i",
  version: "1",
  flags: [],
  code: async () => "export default { fetch: () => new Promise((done) => setTimeout(done, 9000)) }",
};
scripts.run(script, { event: {}, environment: {} }, { until: "end" }).catch(() => undefined);
const told = setInterval(() => {
  if (scripts.load.processes === 0) return;
  clearInterval(told);
  process.stdout.write("running\n");
}, 20);
