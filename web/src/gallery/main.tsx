import { render } from "preact";
import { Gallery } from "./gallery";
import "../style/tokens.css";
import "../style/board.css";
import "./gallery.css";

const host = document.getElementById("gallery");
if (host !== null) render(<Gallery query={new URLSearchParams(location.search)} />, host);
