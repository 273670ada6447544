/** The turns that wait, for every part of the page. */

import { createContext } from "preact";
import type { Turn } from "./turns";

export const TurnsContext = createContext<readonly Turn[]>([]);
