import manifest from "../package.json" with { type: "json" };

/** The release that runs. */
export const version: string = manifest.version;

/** The build: the release and the runtime it runs on. */
export const build = `${manifest.version}+node${process.versions.node}`;
