import { render } from "preact";
import "../style/tokens.css";
import "../style/ponds.css";
import "../style/board.css";
import "../pieces/pieces.css";
import { remoteHouse } from "../house/remote";
import { tongueOf } from "../tongues";
import { FALLBACK } from "../words/language";
import { App } from "./app";
import { languageOf, loadSettings } from "./settings";
import "./app.css";
import "./table/table.css";
import "./table/follow.css";
import "./table/hot-seat.css";
import "./table/end.css";
import "./replay/replay.css";
import "./replay/review.css";
import "./rules/rules.css";
import "./narrow.css";

const host = document.getElementById("app");
if (host !== null) {
  const tongue = await tongueOf(languageOf(loadSettings(), navigator.languages)).catch(() => tongueOf(FALLBACK));
  render(<App house={remoteHouse(location)} first={tongue} />, host);
}
