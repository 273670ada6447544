/** What is fetched together once somebody looks at a game again. */

export { ReplayPage } from "./page";
export { RecordPage } from "./record";
