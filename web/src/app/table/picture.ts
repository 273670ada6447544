/** A picture of the board, made in the browser: what is drawn becomes an image of its own, with what it was about. */

/** What is painted by style sheets, which an image of its own does not have. */
const PAINTED = [
  "color",
  "display",
  "visibility",
  "opacity",
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "stroke-dashoffset",
  "stroke-opacity",
  "stop-color",
  "stop-opacity",
  "paint-order",
  "vector-effect",
  "mix-blend-mode",
  "filter",
  "transform",
  "transform-origin",
  "transform-box",
  "translate",
  "rotate",
  "scale",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "letter-spacing",
  "text-anchor",
  "dominant-baseline",
] as const;

/** What is there for playing, and no part of the picture. */
const FOR_PLAY = ".spots, .hints, .glows, .lasts";

export interface Caption {
  /** What the game is called and how it came out. */
  readonly title: string;
  /** Who played, and how each stood. */
  readonly about: string;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** The room for the caption, below the board. */
  readonly caption: number;
}

const LONGEST = 1_600;

/** How large the picture of a board is, whose own measures are these. */
export function pictureSize(width: number, height: number): PictureSize {
  const scale = LONGEST / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale), caption: 120 };
}

/** The board as it is drawn now, in a document of its own. */
export function boardAlone(board: SVGSVGElement): SVGSVGElement {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const [from, to] = [board, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>("*")] as const);
  to?.forEach((element, index) => {
    const original = from?.[index];
    if (original === undefined) return;
    const style = getComputedStyle(original);
    for (const name of PAINTED) {
      const value = style.getPropertyValue(name);
      if (value !== "" && value !== "none" && value !== "normal" && value !== "auto")
        element.style.setProperty(name, value);
      else if (name === "fill" || name === "stroke" || name === "display") element.style.setProperty(name, value);
    }
  });
  for (const element of copy.querySelectorAll(FOR_PLAY)) element.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return copy;
}

function loaded(address: string): Promise<HTMLImageElement> {
  return new Promise((done, failed) => {
    const image = new Image();
    image.addEventListener("load", () => done(image));
    image.addEventListener("error", () => failed(new Error("the board cannot be drawn")));
    image.src = address;
  });
}

/** A PNG of the board with its caption. */
export async function pictureOf(board: SVGSVGElement, caption: Caption): Promise<Blob> {
  const { width, height } = board.viewBox.baseVal;
  const size = pictureSize(width, height);
  const alone = boardAlone(board);
  alone.setAttribute("width", `${size.width}`);
  alone.setAttribute("height", `${size.height}`);
  const text = new XMLSerializer().serializeToString(alone);
  // The page's policy lets images in as `data:` only.
  const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [size.width, size.height + size.caption];
  const paint = canvas.getContext("2d");
  if (paint === null) throw new Error("there is nothing to draw on");
  const page = getComputedStyle(document.body);
  paint.fillStyle = page.getPropertyValue("--page").trim() || "#fff";
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.drawImage(image, 0, 0, size.width, size.height);
  paint.fillStyle = page.color;
  const line = (what: string, font: string, y: number) => {
    paint.font = `${font} ${page.fontFamily}`;
    paint.fillText(what, 32, size.height + y, size.width - 64);
  };
  line(caption.title, "700 40px", 48);
  line(caption.about, "400 30px", 92);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob === null ? failed(new Error("there is no picture")) : done(blob)), "image/png"),
  );
}

/** Hands a picture on: to other applications if the browser can, or else as a file. */
export async function sharePicture(blob: Blob, name: string, title: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [file] }) === true) {
    try {
      await navigator.share({ files: [file], title });
    } catch (failure) {
      // Whoever closes the sheet has changed their mind, and that is all.
      if (!(failure instanceof DOMException) || failure.name !== "AbortError") saveFile(blob, name);
    }
    return;
  }
  saveFile(blob, name);
}

function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
