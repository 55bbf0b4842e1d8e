// `npm ci` leaves out what builds where NODE_ENV says production; then the first start of a checkout fetches it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Sees to the packages that a build takes. Ends the process when they can't be had. */
export function prepareToBuild(root) {
  if (existsSync(join(root, "node_modules/esbuild"))) return;
  process.stderr.write(
    "lectern: There is no build yet, and the packages that build are not installed; installing them.\n",
  );
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  const options = {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32" && !npm,
  };
  const { status } = spawnSync(command, [...first, "ci", "--include=dev"], options);
  if (status === 0) return;
  process.stderr.write("lectern: Run `npm ci --include=dev && npm run build`, and start again.\n");
  process.exit(1);
}
