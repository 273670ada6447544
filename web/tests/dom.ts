/** A document to draw in, with as much of a browser as boards ask for. One per file of tests. */

import { Window } from "happy-dom";

const window = new Window({ url: "http://frogs.example/", width: 1200, height: 800 });

/** The board's own units are pixels, with its corner at the window's. */
const MATRIX = { a: 1, inverse: () => MATRIX };

class Point {
  constructor(
    readonly x = 0,
    readonly y = 0,
  ) {}

  matrixTransform(): Point {
    return this;
  }
}

class Observer {
  observe(): void {}
  disconnect(): void {}
}

const given: Record<string, unknown> = {
  window,
  document: window.document,
  location: window.location,
  localStorage: window.localStorage,
  navigator: window.navigator,
  history: window.history,
  Element: window.Element,
  HTMLElement: window.HTMLElement,
  SVGElement: window.SVGElement,
  MutationObserver: window.MutationObserver,
  CSS: window.CSS,
  getComputedStyle: window.getComputedStyle.bind(window),
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  DOMPoint: Point,
  ResizeObserver: Observer,
};
for (const [name, value] of Object.entries(given))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
// Without encryption browsers have no locks; this one says so in another way.
Object.defineProperty(window.navigator, "locks", { value: undefined });
Object.assign(window.SVGElement.prototype, { getScreenCTM: () => MATRIX, setPointerCapture() {} });

/** An element to draw into, in the document. */
export function room(): HTMLElement {
  const element = document.createElement("div");
  document.body.append(element);
  return element;
}

let running: (() => void)[] = [];

/** The browser's own animations: each lasts until it is finished. */
export const animations = {
  install(): void {
    Object.assign(window.Element.prototype, {
      animate: () => {
        let finish: () => void = () => undefined;
        const finished = new Promise<void>((done) => {
          finish = done;
        });
        running.push(finish);
        return { finished, finish };
      },
    });
  },
  count: () => running.length,
  /** Brings everything that moves to its end. */
  finish(): void {
    const ends = running;
    running = [];
    for (const end of ends) end();
  },
};

function pointer(type: string, target: Element, x: number, y: number, more: object = {}): void {
  const event = new window.Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, {
    clientX: x,
    clientY: y,
    pointerId: 1,
    pointerType: "mouse",
    isPrimary: true,
    button: 0,
    ...more,
  });
  target.dispatchEvent(event as unknown as Event);
}

/** What a mouse or a finger does at points of a board. */
export const pointing = {
  down: (svg: Element, { x, y }: { x: number; y: number }, more?: object) => pointer("pointerdown", svg, x, y, more),
  move: (svg: Element, { x, y }: { x: number; y: number }, more?: object) => pointer("pointermove", svg, x, y, more),
  up: (svg: Element, { x, y }: { x: number; y: number }, more?: object) => pointer("pointerup", svg, x, y, more),
  click(svg: Element, at: { x: number; y: number }, more?: object): void {
    pointing.down(svg, at, more);
    pointing.up(svg, at, more);
  },
};

/** A key is pressed wherever the focus is. */
export function press(key: string, on: Element = document.activeElement ?? document.body): Event {
  const event = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }) as unknown as Event;
  on.dispatchEvent(event);
  return event;
}

/** A click as assistive technology makes it: without a pointer. */
export function activate(element: Element): void {
  element.dispatchEvent(new window.MouseEvent("click", { bubbles: true, detail: 0 }) as unknown as Event);
}

/** Anything else that happens to an element. */
export function fire(type: string, target: Element, more: object = {}): void {
  const event = new window.Event(type, { bubbles: true, cancelable: true });
  target.dispatchEvent(Object.assign(event, more) as unknown as Event);
}
