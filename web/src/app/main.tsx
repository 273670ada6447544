import { render } from "preact";
import { App } from "./app";
import "../style/tokens.css";
import "../style/board.css";
import "./app.css";

const host = document.getElementById("app");
if (host !== null) render(<App />, host);
