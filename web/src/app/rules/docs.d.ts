/** `tools/rules.mjs` reads the rules for whatever bundles the page. */
declare module "*.md" {
  import type { Rules } from "./content";

  export const rules: Rules;
}
