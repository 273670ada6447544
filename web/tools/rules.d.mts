import type { Plugin } from "esbuild";
import type { Rules, Run } from "../src/app/rules/content";

export function slug(text: string): string;
export function flat(runs: readonly Run[]): string;
export function inline(text: string): Run[];
export function namesIn(value: unknown): string[];
export function readRules(
  text: string,
  given: { readonly language: string; readonly english?: string; readonly notation: string },
): Rules;
export function rulesIn(path: string): { readonly rules: Rules; readonly files: readonly string[] };
export const rulesPlugin: Plugin;
