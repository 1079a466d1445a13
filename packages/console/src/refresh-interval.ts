/** How often what is shown is asked for anew. */
export const REFRESH_MS = 5000;
