/** Where a part of the page that fails is caught: the others stay, and the person is told what to do. */

import { Component, type ComponentChildren } from "preact";
import { Link, PageContext } from "./context";

interface Props {
  readonly children: ComponentChildren;
}

interface State {
  readonly isBroken: boolean;
}

export class Boundary extends Component<Props, State> {
  static override contextType = PageContext;
  override state: State = { isBroken: false };

  static override getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override componentDidCatch(failure: unknown): void {
    // As if nobody had caught it: in the browser's console, and for whoever listens.
    reportError(failure);
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  return (
    <PageContext.Consumer>
      {(page) =>
        page !== null && (
          <section class="narrow panel" role="alert">
            <h1>{page.t.position.brokenTitle}</h1>
            <p>{page.t.position.broken}</p>
            <p class="ways">
              <button type="button" class="button strong" onClick={() => location.reload()}>
                {page.t.position.reload}
              </button>
              <Link class="button" to={{ page: "home" }}>
                {page.t.home}
              </Link>
            </p>
          </section>
        )
      }
    </PageContext.Consumer>
  );
}
