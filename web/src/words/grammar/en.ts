/** The little grammar that English messages need. `crates/rainette-words/src/grammar.rs` has the same. */

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function of(text: string): string {
  return `of ${text}`;
}

export function on(text: string): string {
  return `on ${text}`;
}

export function to(text: string): string {
  return `to ${text}`;
}

export function number(count: number): string {
  return `${count}`.replace("-", "−");
}

export function isSingular(count: number): boolean {
  return Math.abs(count) === 1;
}
