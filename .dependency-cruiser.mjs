/** The walls of the house: kernel <- platform <- {api, connectors} <- domains. Arrows never turn back. */
const room = (name) => `^src/${name}/`;
/** Rooms of pure functions: no framework, no database, no clock, no other room that has those. */
const PURE_ROOMS =
  'catalogue|engine|openapi|interpreter|graph|evaluation|shape|answers|recognition|schedule|restconf|versions|differences|prediction|tasks|jinja|picture|solving|merging|packing';
/** They lie in a domain, or in a room of one. */
const PURE_DOORS = '(?:[^/]+/|[^/]+/[^/]+/)';
const PURE_CORE = `^src/domains/${PURE_DOORS}(${PURE_ROOMS})/`;
const SPECS = '\\.(spec|int-spec)\\.ts$';
const wall = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: SPECS },
  to: { path: to },
});

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    wall('kernel-is-a-leaf', room('kernel'), ['^src/(?!kernel/)', 'node_modules']),
    wall('platform-looks-down', room('platform'), '^src/(domains|api|connectors)/'),
    wall('connectors-look-down', room('connectors'), '^src/(domains|api)/'),
    wall('api-knows-no-domain', room('api'), '^src/(domains|connectors)/'),
    wall('migrations-import-nothing-of-ours', '^src/migrations/[0-9]', '^src/'),
    wall('pure-cores-are-pure', PURE_CORE, [
      `^src/(?!kernel/|platform/(patterns|schemas|schedules)/|platform/packaged/dialect-words|platform/secrets/secret-(names|texts|walk)|domains/${PURE_DOORS}(${PURE_ROOMS})/)`,
      'node_modules/(@nestjs|mongoose|fastify)',
    ]),
    wall('patterns-and-schemas-are-pure', '^src/platform/(patterns|schemas|schedules)/', [
      '^src/(?!kernel/|platform/(patterns|schemas|schedules)/)',
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
    {
      name: 'domains-meet-at-the-door',
      severity: 'error',
      from: { path: '^src/domains/([^/]+)/', pathNot: SPECS },
      to: {
        path: '^src/domains/([^/]+)/',
        // Answers of two operations may show the same thing, so their shapes meet as well; whoever
        // sends through an adapter judges paths by the one rule for them.
        pathNot: [
          '^src/domains/$1/',
          '\\.(module|service|dto)\\.ts$',
          '^src/domains/adapters/restconf/',
          // Repository configurations lie in the profile: one reading of them for all who go by them.
          '^src/domains/profiles/repository-configs\\.ts$',
          // The engine runs what content keeps: it reads workflows and runs transformations by the same pure cores.
          '^src/domains/content/(workflows/graph|transformations/interpreter)/',
          // People compare texts in a task as they compare configurations.
          '^src/domains/configuration-manager/differences/',
        ],
      },
    },
    {
      name: 'domain-edges-are-listed',
      severity: 'error',
      from: {
        path: '^src/domains/([^/]+)/',
        pathNot: [
          SPECS,
          '^src/domains/(prebuilts|artifacts|user-management|audit|integrations|content|events|automations|adapters|orchestrator|service-management|configuration-manager|workflow-engine|tracking)/',
        ],
      },
      to: { path: '^src/domains/([^/]+)/', pathNot: '^src/domains/$1/' },
    },
    wall(
      'integrations-know-profiles-only',
      '^src/domains/integrations/',
      '^src/domains/(?!integrations|profiles)',
    ),
    wall(
      'content-knows-devices-integrations-and-user-management-only',
      '^src/domains/content/',
      '^src/domains/(?!content|configuration-manager|integrations|user-management)',
    ),
    wall(
      'adapters-know-profiles-only',
      '^src/domains/adapters/',
      '^src/domains/(?!adapters|profiles)',
    ),
    wall(
      'orchestrator-and-services-know-adapters-only',
      '^src/domains/(orchestrator|service-management)/',
      '^src/domains/(?!orchestrator|service-management|adapters)',
    ),
    wall(
      'configuration-manager-knows-adapters-and-user-management-only',
      '^src/domains/configuration-manager/',
      '^src/domains/(?!configuration-manager|adapters|user-management)',
    ),
    wall(
      'events-knows-profiles-and-user-management-only',
      '^src/domains/events/',
      '^src/domains/(?!events|profiles|user-management)',
    ),
    wall(
      'automations-knows-content-events-and-user-management-only',
      '^src/domains/automations/',
      '^src/domains/(?!automations|content|events|user-management)',
    ),
    wall(
      'workflow-engine-knows-what-tasks-use-only',
      '^src/domains/workflow-engine/',
      '^src/domains/(?!workflow-engine|adapters|automations|configuration-manager|content|events|integrations|user-management)',
    ),
    wall(
      'artifacts-knows-adapters-and-profiles-only',
      '^src/domains/artifacts/',
      '^src/domains/(?!artifacts|adapters|profiles)',
    ),
    wall(
      'tracking-knows-user-management-only',
      '^src/domains/tracking/',
      '^src/domains/(?!tracking|user-management)',
    ),
    wall(
      'user-management-knows-profiles-only',
      '^src/domains/user-management/',
      '^src/domains/(?!user-management|profiles)',
    ),
    wall(
      'audit-knows-profiles-and-user-management-only',
      '^src/domains/audit/',
      '^src/domains/(?!audit|profiles|user-management)',
    ),
    wall(
      'prebuilts-knows-artifacts-and-profiles-only',
      '^src/domains/prebuilts/',
      '^src/domains/(?!prebuilts|artifacts|profiles)',
    ),
    {
      name: 'mongoose-stays-in-storage',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/platform/database/', '\\.(repository|schema|module|int-spec)\\.ts$'],
      },
      to: { path: 'node_modules/(mongoose|mongodb)/' },
    },
    {
      name: 'patterns-run-in-one-place',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/platform/patterns/', SPECS] },
      to: { path: 'node_modules/re2js/' },
    },
    {
      name: 'schemas-are-judged-in-one-place',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/platform/schemas/', SPECS] },
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
    exclude: { path: '^dist/' },
  },
};
