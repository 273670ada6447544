/** Parts of the page that most visits do without: they are fetched when they are first shown. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePage } from "./context";

/** A part that stands in for another until that one has come; what cannot be fetched fails like any other part. */
export function later<P extends object>(fetchPart: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Later(props: P) {
    const { t } = usePage();
    const [Part, setPart] = useState<ComponentType<P> | null>(() => known);
    const [failure, setFailure] = useState<Error | null>(null);
    useEffect(() => {
      if (failure !== null) throw failure;
      if (Part !== null) return undefined;
      let isWanted = true;
      fetchPart().then(
        (part) => {
          known = part;
          if (isWanted) setPart(() => part);
        },
        (why: unknown) => {
          if (isWanted) setFailure(why instanceof Error ? why : new Error(String(why)));
        },
      );
      return () => {
        isWanted = false;
      };
    }, []);
    if (failure !== null) throw failure;
    if (Part !== null) return <Part {...props} />;
    return (
      <section class="narrow panel">
        <p role="status">{t.loading}</p>
      </section>
    );
  };
}
