import { type OperationTable } from './operation-spec.js';
import { READERS } from './role-sets.js';

const common = {
  method: 'GET',
  state: 'built',
  application: 'AdminEssentials',
  basis: 'extension',
  tag: 'Operational',
} as const;

/** What operators and machines ask the server about itself. */
export const OPERATIONAL_OPERATIONS = {
  live: {
    ...common,
    path: '/health/live',
    access: { open: 'a supervisor asks before it has any credential' },
    summary: 'The process answers',
  },
  ready: {
    ...common,
    path: '/health/ready',
    access: { open: 'a balancer asks before it sends anyone here' },
    summary: 'The server can do its work; 503 with the failing parts otherwise',
    problems: ['unavailable'],
  },
  healthStatus: {
    ...common,
    path: '/health/status',
    access: READERS,
    collector: true,
    summary: 'State of the platform and of its parts',
  },
  healthServer: {
    ...common,
    path: '/health/server',
    access: READERS,
    collector: true,
    summary: 'Release, version, uptime and memory of this server',
  },
  metrics: {
    ...common,
    path: '/metrics',
    access: READERS,
    collector: true,
    summary: 'Metrics in the Prometheus text format; METRICS_TOKEN as Bearer also admits',
    media: ['text/plain'],
  },
  openApi: {
    ...common,
    path: '/openapi.json',
    access: { open: 'the contract is public' },
    summary: 'This contract as an OpenAPI 3.1 document',
    media: ['application/json'],
  },
  docs: {
    ...common,
    path: '/docs',
    access: { open: 'the page that reads the contract; it signs in by itself' },
    summary: 'The contract as a page from which operations can be called',
    media: ['text/html'],
  },
  docsAsset: {
    ...common,
    path: '/docs/:asset',
    access: { open: 'style sheets and scripts of the docs page' },
    summary: 'One of the files that the docs page is made of',
    problems: ['not-found'],
    media: ['text/css', 'text/javascript', 'image/png'],
  },
} as const satisfies OperationTable;
