/** The link by which others get here, to be copied or photographed. */

import { CopyButton } from "../../chrome";
import { usePage } from "../../context";
import { pathOf, qrOf } from "../../qr";
import { addressOf } from "../../route";

export function Share({ invite }: { readonly invite: string }) {
  const { t } = usePage();
  const address = location.origin + addressOf({ page: "invite", code: invite });
  const code = qrOf(address);
  return (
    <div class="share">
      <div>
        <p>{t.lobby.share}</p>
        <p class="link">
          <input
            readOnly
            value={address}
            aria-label={t.lobby.share}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={address} label={t.copy} class="button strong" />
        </p>
      </div>
      {code !== null && (
        <svg class="qr" viewBox={`-4 -4 ${code.length + 8} ${code.length + 8}`} role="img" aria-label={t.lobby.qr}>
          <rect x={-4} y={-4} width={code.length + 8} height={code.length + 8} />
          <path d={pathOf(code)} />
        </svg>
      )}
    </div>
  );
}
