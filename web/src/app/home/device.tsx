/** Takes a seat over from another device. */

import { useState } from "preact/hooks";
import { Text } from "../chrome";
import { usePage } from "../context";
import { keepGame } from "../keep";
import { failureText } from "../words";

export function DevicePage() {
  const { t, go, house } = usePage();
  const [code, setCode] = useState("");
  const [said, setSaid] = useState("");
  const claim = async (event: Event) => {
    event.preventDefault();
    try {
      const seated = await house.claim(code.trim());
      keepGame({ id: seated.table, mine: true, commitment: seated.commitment });
      go({ page: "table", id: seated.table });
    } catch (failure) {
      setSaid(failureText(t, failure));
    }
  };
  return (
    <form class="narrow panel" onSubmit={(event) => void claim(event)}>
      <h1>{t.device.title}</h1>
      <p>{t.device.about}</p>
      <Text label={t.device.code} value={code} onChange={setCode} longest={64} />
      <p class="error" role="alert">
        {said}
      </p>
      <button type="submit" class="button strong" disabled={code.trim() === ""}>
        {t.device.claim}
      </button>
    </form>
  );
}
