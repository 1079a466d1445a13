/** A module of the build: what is measured is what runs. */
export const built = (path) => import(new URL(`../../dist/${path}`, import.meta.url));
