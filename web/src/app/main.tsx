import { render } from "preact";
import "../style/tokens.css";
import "../style/board.css";
import "../pieces/pieces.css";
import { remoteHouse } from "../house/remote";
import { App } from "./app";
import "./app.css";

const host = document.getElementById("app");
if (host !== null) render(<App house={remoteHouse(location)} />, host);
