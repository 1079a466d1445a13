import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('src/', import.meta.url));

/** How the walls read `#…`: as the sources, also where there is a build, to which `package.json` leads. */
export default {
  resolve: {
    alias: Object.fromEntries(
      readdirSync(SOURCES).map((folder) => [`#${folder}`, `${SOURCES}${folder}`]),
    ),
    extensionAlias: { '.js': ['.ts', '.js'] },
  },
};
