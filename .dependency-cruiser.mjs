/** The walls of the house: kernel <- cores <- platform <- {api, connectors} <- domains. Arrows never turn back. */
const room = (name) => `^src/${name}/`;
/** Which cores a core may import, beside the kernel. */
const CORE_EDGES = {
  patterns: [],
  'json-schema': ['patterns'],
  'workflow-graph': ['patterns'],
  engine: ['workflow-graph'],
  tasks: ['engine', 'jinja', 'json-schema', 'patterns', 'transformations', 'workflow-graph'],
  picture: ['engine'],
  transformations: ['json-schema', 'patterns'],
  jinja: ['patterns'],
  textfsm: ['patterns'],
  'command-templates': ['patterns'],
  'form-answers': ['json-schema', 'patterns'],
  versions: [],
  solver: ['versions'],
  differences: [],
  prediction: [],
  restconf: [],
};
/** Rooms of pure functions in domains: no framework, no database, no clock, no other room that has those. */
const PURE_ROOMS = 'catalogue|openapi|shape|recognition|schedule|restconf|versions|merging|packing';
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
      `^src/(?!kernel/|cores/|platform/schedules/|platform/secrets/secret-(names|texts|walk)|domains/${PURE_DOORS}(${PURE_ROOMS})/)`,
      'node_modules/(@nestjs|mongoose|fastify)',
    ]),
    wall('cores-are-pure', room('cores'), [
      '^src/(?!kernel/|cores/)',
      'node_modules/(@nestjs|mongoose|mongodb|fastify|undici)',
      '^(?:node:)?(?:fs|net|http|https|child_process|worker_threads|dns)$',
    ]),
    ...Object.entries(CORE_EDGES).map(([core, known]) =>
      wall(`core-${core}-knows-what-is-listed`, `^src/cores/${core}/`, [
        `^src/cores/(?!(?:${[core, ...known].join('|')})/)`,
      ]),
    ),
    wall('every-core-is-listed', `^src/cores/(?!(?:${Object.keys(CORE_EDGES).join('|')})/)`, ['']),
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
    {
      name: 'domains-meet-at-the-door',
      severity: 'error',
      from: { path: '^src/domains/([^/]+)/', pathNot: SPECS },
      to: {
        path: '^src/domains/([^/]+)/',
        // Answers of two operations may show the same thing, so their shapes meet as well.
        pathNot: [
          '^src/domains/$1/',
          '\\.(module|service|dto)\\.ts$',
          // Whoever leads to an adapter judges by the one rule for who may use it.
          '^src/domains/adapters/access/',
          // Repository configurations lie in the profile: one reading of them for all who go by them.
          '^src/domains/profiles/repository-configs\\.ts$',
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
      'content-knows-what-documents-refer-to-only',
      '^src/domains/content/',
      '^src/domains/(?!adapters|content|configuration-manager|integrations|user-management)',
    ),
    wall(
      'adapters-know-profiles-and-user-management-only',
      '^src/domains/adapters/',
      '^src/domains/(?!adapters|profiles|user-management)',
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
      '^src/domains/(?!workflow-engine|adapters|artifacts|automations|configuration-manager|content|events|integrations|orchestrator|service-management|user-management)',
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
    exclude: { path: '^dist/' },
  },
};
