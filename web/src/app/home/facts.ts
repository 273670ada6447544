/** Names of computer players, by seat. */
export const FROG_NAMES: readonly string[] = ["Ondine", "Basile", "Capucine", "Théo", "Lise", "Marin"];
