/** Styles are bundled, not imported as values. */
declare module "*.css";
