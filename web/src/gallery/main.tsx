import { render } from "preact";
import "../style/tokens.css";
import "../style/board.css";
import "../pieces/pieces.css";
import { Gallery } from "./gallery";
import "./gallery.css";

const host = document.getElementById("gallery");
if (host !== null) render(<Gallery query={new URLSearchParams(location.search)} />, host);
