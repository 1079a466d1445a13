import {
  type ClientCall,
  DONE,
  FLAG,
  holding,
  LIST,
  listWith,
  NUMBER,
  OBJECT,
  TEXT,
} from './client-call.js';

const MEMORY = {
  rss: NUMBER,
  heapTotal: NUMBER,
  heapUsed: NUMBER,
  external: NUMBER,
  arrayBuffers: NUMBER,
};
const CPU = { user: NUMBER, system: NUMBER };
const MODULE = {
  id: TEXT,
  package_id: TEXT,
  version: TEXT,
  description: TEXT,
  routePrefix: TEXT,
  state: 'RUNNING',
  uptime: NUMBER,
  memoryUsage: MEMORY,
  cpuUsage: CPU,
  pid: NUMBER,
  logger: { console: TEXT, file: TEXT, syslog: TEXT },
  timestamp: NUMBER,
  prevUptime: NUMBER,
};
const APPLICATION_HEALTH = { ...MODULE, id: 'OperationsManager', type: 'Application' };
const ADAPTER_HEALTH = {
  ...MODULE,
  id: 'client adapter',
  type: 'Adapter',
  connection: { state: TEXT },
};
const APPLICATION = {
  metadata: { isActive: true, activeSync: true },
  data: {
    name: 'OperationsManager',
    type: TEXT,
    model: TEXT,
    properties: OBJECT,
    isEncrypted: FLAG,
    loggerProps: OBJECT,
  },
};

/** The platform itself: health, applications, adapters, sign-in. */
export const PLATFORM_CALLS: readonly ClientCall[] = [
  {
    call: 'POST /login',
    signsIn: true,
    body: { user: { username: '{username}', password: '{password}' } },
  },
  {
    call: 'POST /oauth/token',
    body: {
      grant_type: 'client_credentials',
      client_id: '{clientId}',
      client_secret: '{clientSecret}',
    },
    signsIn: true,
    reads: { access_token: TEXT, token_type: TEXT, expires_in: NUMBER },
  },
  {
    call: 'GET /whoami',
    reads: { id: TEXT, username: TEXT, groups: LIST, methods: OBJECT, roles: LIST },
  },
  {
    call: 'POST /adapters',
    body: { name: 'client adapter', baseUrl: 'http://127.0.0.1:9' },
    reads: { name: 'client adapter' },
  },
  {
    call: 'GET /adapters',
    reads: {
      results: listWith({ data: holding({ name: 'client adapter', type: TEXT }) }),
      total: 1,
    },
  },
  {
    call: 'GET /adapters/:name',
    at: '/adapters/client%20adapter',
    reads: { data: { name: 'client adapter', type: TEXT }, metadata: { isActive: FLAG } },
  },
  { call: 'GET /health/adapters', reads: { results: [ADAPTER_HEALTH], total: 1 } },
  {
    call: 'GET /health/adapters/:name',
    at: '/health/adapters/client%20adapter',
    reads: ADAPTER_HEALTH,
  },
  { call: 'PUT /adapters/:name/stop', at: '/adapters/client%20adapter/stop' },
  {
    call: 'GET /health/adapters/:name',
    at: '/health/adapters/client%20adapter',
    reads: { state: 'STOPPED', connection: { state: 'OFFLINE' } },
  },
  { call: 'PUT /adapters/:name/start', at: '/adapters/client%20adapter/start' },
  { call: 'PUT /adapters/:name/restart', at: '/adapters/client%20adapter/restart' },
  {
    call: 'GET /health/status',
    reads: {
      host: TEXT,
      serverId: TEXT,
      services: listWith({ service: 'database', status: 'running' }),
      timestamp: NUMBER,
      apps: 'running',
      adapters: TEXT,
    },
  },
  {
    call: 'GET /health/server',
    reads: {
      version: TEXT,
      release: TEXT,
      arch: TEXT,
      platform: TEXT,
      versions: { node: TEXT, v8: TEXT, openssl: TEXT },
      memoryUsage: MEMORY,
      cpuUsage: CPU,
      uptime: NUMBER,
      pid: NUMBER,
      dependencies: { mongoose: TEXT },
    },
  },
  {
    call: 'GET /health/system',
    reads: {
      arch: TEXT,
      release: TEXT,
      uptime: NUMBER,
      freemem: NUMBER,
      totalmem: NUMBER,
      loadavg: [NUMBER, NUMBER, NUMBER],
      cpus: listWith({ model: TEXT, speed: NUMBER, times: OBJECT }),
    },
  },
  {
    call: 'GET /health/applications',
    at: '/health/applications?equals=OperationsManager&equalsField=id',
    reads: { results: [APPLICATION_HEALTH], total: 1 },
  },
  {
    call: 'GET /health/applications/:name',
    at: '/health/applications/OperationsManager',
    reads: APPLICATION_HEALTH,
  },
  { call: 'GET /applications', reads: { results: listWith(APPLICATION), total: NUMBER } },
  {
    call: 'GET /applications/:name',
    at: '/applications/OperationsManager',
    reads: APPLICATION,
  },
  {
    call: 'PUT /applications/:name/stop',
    at: '/applications/OperationsManager/stop',
    reads: DONE,
  },
  {
    call: 'GET /health/applications',
    at: '/health/applications?equals=OperationsManager&equalsField=id',
    reads: { results: [{ state: 'STOPPED' }], total: 1 },
  },
  {
    call: 'PUT /applications/:name/start',
    at: '/applications/OperationsManager/start',
    reads: DONE,
  },
  {
    call: 'PUT /applications/:name/restart',
    at: '/applications/OperationsManager/restart',
    reads: DONE,
  },
  { call: 'GET /prometheus_metrics' },
  { call: 'GET /version' },
];
