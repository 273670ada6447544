/** Notifications of the browser, while a tab is open. */

import type { Settings } from "../settings";

export interface Note {
  readonly title: string;
  readonly body: string;
  /** A later note of the same tag takes the place of this one. */
  readonly tag: string;
}

/** Shows a notification, if that is wished for and allowed; `chosen` follows a click. */
export function notify({ notify: isWished }: Pick<Settings, "notify">, { title, ...note }: Note, chosen: () => void) {
  if (!isWished || !("Notification" in globalThis) || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { ...note, icon: "/icon-192.png" });
    shown.addEventListener("click", () => {
      focus();
      shown.close();
      chosen();
    });
  } catch {
    // On Android pages may not construct any: title, badge and sound tell of it there.
  }
}
