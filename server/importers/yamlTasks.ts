/** What a thread does with long texts of YAML. */
import { withRedirects } from "./redirectsYaml.ts";
import { printSiteConfig } from "./siteConfig/printSiteConfig.ts";
import { readSiteConfig } from "./siteConfig/siteConfig.ts";
import { readYaml } from "./yamlText.ts";

export const YAML_TASKS = {
  values: (texts: readonly string[]) => texts.map(readYaml),
  site: readSiteConfig,
  siteText: printSiteConfig,
  redirects: withRedirects,
};

export type YamlTask = keyof typeof YAML_TASKS;
