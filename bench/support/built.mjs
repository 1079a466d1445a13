/** A module of the build: what is measured is what runs. */
export const built = (path) => import(new URL(`../../dist/${path}`, import.meta.url));

/** A package that the build has taken in. */
export const builtPackage = (name) => built(`packages/${name}.js`);
