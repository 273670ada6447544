/** Asks before something that others will notice, and that cannot be taken back. */

import { Dialog } from "../../chrome";
import { usePage } from "../../context";

export interface AskedProps {
  readonly title: string;
  readonly about: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

export function Asked({ title, about, yes, onYes, onClose }: AskedProps) {
  const { t } = usePage();
  // Closed by itself, a dialog gives the focus back to where it came from.
  const close = (event: MouseEvent) => (event.currentTarget as HTMLElement).closest("dialog")?.close();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{about}</p>
      <p class="ways">
        <button
          type="button"
          class="button alert"
          onClick={(event) => {
            close(event);
            onYes();
          }}
        >
          {yes}
        </button>
        <button type="button" class="button" onClick={close}>
          {t.cancel}
        </button>
      </p>
    </Dialog>
  );
}
