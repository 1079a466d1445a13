import { CORE_EDGES, DOMAIN_EDGES, FOLDER_EDGES, ROOM_EDGES } from './.allowed-edges.mjs';

/** The walls of the house: kernel <- cores <- platform <- {api, connectors} <- domains. Arrows never turn back. */
const folder = (name) => `^src/${name}/`;
/** What another domain may import: modules, services, DTOs, and files without a suffix, which hold types and functions. */
const DOORS = '(?:\\.(?:module|service|dto)|/[^/.]+)\\.ts$';
/** Repositories that other domains use. */
const SHARED_REPOSITORIES = [
  '^src/domains/events/deliveries/receivers\\.repository\\.ts$',
  '^src/domains/catalogue/index/catalogue-(?:contents|entries)\\.repository\\.ts$',

  '^src/domains/devices/inventory/device(?:s|-states)\\.repository\\.ts$',
];
/** Folders of pure functions in domains: no framework, no database, no clock, no other folder that has those. */
const PURE_FOLDERS =
  'visibility|openapi|shape|detection|schedule|restconf|secrets|versions|merging|packing|protocol';
/** They lie in a domain, or in a folder of one. */
const IN_DOMAIN = '(?:[^/]+/|[^/]+/[^/]+/)';
const PURE_CORE = `^src/domains/${IN_DOMAIN}(${PURE_FOLDERS})/`;
const SPECS = '\\.(spec|int-spec)\\.ts$';
const wall = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: SPECS },
  to: { path: to },
});
/** Folders below one, but for these. */
const foldersBut = (below, names) =>
  `^src/${below}/(?!(?:${names.filter((name) => name !== '.').join('|')})/)[^/]+/`;
/** The files that lie in it themselves, but for what puts everything together. */
const filesOf = (below) => `^src/${below}/(?![^/]+\\.(?:module|seed|tasks)\\.ts$)[^/]+\\.ts$`;
/** A wall for each row of a table of edges between the folders below one, and one for folders without a row. */
const listed = (below, edges) => [
  ...Object.entries({ '.': [], ...edges }).map(([name, known]) => {
    const isRoot = name === '.';
    return wall(
      `${below}/${isRoot ? 'its-files' : name}-knows-what-is-listed`,
      isRoot ? filesOf(below) : `^src/${below}/${name}/`,
      [
        foldersBut(below, [name, ...known]),
        ...(isRoot || known.includes('.') ? [] : [filesOf(below)]),
      ],
    );
  }),
  wall(`every-folder-of-${below}-is-listed`, foldersBut(below, Object.keys(edges)), ['']),
];

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    wall('kernel-is-a-leaf', folder('kernel'), ['^src/(?!kernel/)', 'node_modules']),
    wall('platform-looks-down', folder('platform'), '^src/(domains|api|connectors)/'),
    wall('connectors-look-down', folder('connectors'), '^src/(domains|api)/'),
    wall('api-knows-no-domain', folder('api'), '^src/(domains|connectors)/'),
    wall('migrations-import-nothing-of-ours', '^src/migrations/[0-9]', '^src/'),
    wall('pure-cores-are-pure', PURE_CORE, [
      `^src/(?!kernel/|cores/|platform/schedules/|platform/secrets/secret-(names|texts|walk)|domains/${IN_DOMAIN}(${PURE_FOLDERS})/)`,
      'node_modules/(@nestjs|mongoose|fastify)',
    ]),
    wall('cores-are-pure', folder('cores'), [
      '^src/(?!kernel/|cores/)',
      'node_modules/(@nestjs|mongoose|mongodb|fastify|undici)',
      '^(?:node:)?(?:fs|net|http|https|child_process|worker_threads|dns)$',
    ]),
    ...listed('cores', CORE_EDGES),
    ...Object.entries(ROOM_EDGES).flatMap(([room, edges]) => listed(room, edges)),
    wall('schedules-are-pure', '^src/platform/schedules/', [
      '^src/(?!kernel/|platform/schedules/)',
    ]),
    wall('controllers-touch-no-storage', '\\.controller\\.ts$', '\\.(repository|schema)\\.ts$'),
    wall('services-know-no-http', '\\.service\\.ts$', [
      '\\.(controller|dto)\\.ts$',
      'node_modules/fastify',
    ]),
    wall(
      'storage-knows-no-http',
      '\\.(repository|schema)\\.ts$',
      '\\.(controller|dto|service)\\.ts$',
    ),
    ...listed('domains', DOMAIN_EDGES),
    ...Object.entries(FOLDER_EDGES).flatMap(([domain, edges]) =>
      listed(`domains/${domain}`, edges),
    ),
    {
      name: 'domains-meet-at-the-door',
      severity: 'error',
      from: { path: '^src/domains/([^/]+)/', pathNot: SPECS },
      to: {
        path: '^src/domains/([^/]+)/',
        pathNot: ['^src/domains/$1/', DOORS, ...SHARED_REPOSITORIES],
      },
    },
    {
      name: 'mongoose-stays-in-storage',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/platform/(database|work)/', '\\.(repository|schema|module|int-spec)\\.ts$'],
      },
      to: { path: 'node_modules/(mongoose|mongodb)/' },
    },
    {
      name: 'patterns-run-in-one-place',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/cores/patterns/', SPECS] },
      to: { path: 'node_modules/re2js/' },
    },
    {
      name: 'schemas-are-judged-in-one-place',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/cores/json-schema/', SPECS] },
      to: { path: 'node_modules/ajv' },
    },
    {
      name: 'the-embedded-engine-stays-in-the-launcher',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/database/launcher/' },
      to: { path: 'node_modules/@0q/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    webpackConfig: { fileName: '.arch-resolve.mjs' },
    exclude: { path: '^dist/' },
  },
};
