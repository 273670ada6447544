import { render } from "preact";
import "../style/tokens.css";
import "../style/board.css";
import "../pieces/pieces.css";
import { tongueOf } from "../tongues";
import { preferred } from "../words/language";
import { Gallery } from "./gallery";
import "./gallery.css";

const host = document.getElementById("gallery");
const query = new URLSearchParams(location.search);
void tongueOf(preferred([query.get("lang") ?? ""])).then(({ games }) => {
  if (host !== null) render(<Gallery query={query} words={games} />, host);
});
