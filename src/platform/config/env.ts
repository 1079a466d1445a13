import { COLLECTING_VARIABLES, DEVICE_VARIABLES } from './device-variables.js';
import { ENGINE_VARIABLES } from './engine-variables.js';
import ipaddr from 'ipaddr.js';
import { PACKAGE_INFO } from './package-info.js';
import { OUTBOUND_VARIABLES } from './outbound-variables.js';
import { EXTERNAL_SIGN_IN_VARIABLES } from './external-sign-in-variables.js';
import { flag, list, oneOf, secret, text, whole } from './variable.js';

const MIB = 1024 * 1024;
const KEYS = /^[A-Za-z0-9+/_-]{43}=?(,[A-Za-z0-9+/_-]{43}=?)*$/;

/**
 * Every environment variable there is, by the part of the platform that reads it.
 * `.env.example` and `docs/configuration.md` are generated from here.
 */
export const VARIABLES = {
  server: {
    host: text('HOST', { default: '127.0.0.1', note: 'Address to listen on; 0.0.0.0 for all.' }),
    port: whole('PORT', {
      default: 3000,
      min: 0,
      max: 65_535,
      note: 'Port to listen on; 0 takes a free one.',
    }),
    bodyLimitBytes: whole('BODY_LIMIT_BYTES', {
      default: 16 * MIB,
      min: 1024,
      max: 256 * MIB,
      note: 'Largest body of requests that take documents; 413 beyond. Other requests take 64 KiB, or 1 MiB.',
    }),
    requestTimeoutMs: whole('REQUEST_TIMEOUT_MS', {
      default: 30_000,
      min: 100,
      max: 3_600_000,
      note: 'Longest time to receive a request.',
    }),
    connectionsMax: whole('CONNECTIONS_MAX', {
      default: 10_000,
      min: 10,
      max: 1_000_000,
      note: 'Open connections of one node; more are closed at once.',
    }),
    connectionsPerAddress: whole('CONNECTIONS_PER_ADDRESS', {
      default: 1000,
      min: 1,
      max: 1_000_000,
      note: 'Open connections of one address, a proxy being one; more are closed at once.',
    }),
    shutdownTimeoutMs: whole('SHUTDOWN_TIMEOUT_MS', {
      default: 10_000,
      min: 0,
      max: 600_000,
      note: 'Longest wait for requests in flight when stopping.',
    }),
    trustProxy: list('TRUST_PROXY', {
      default: [],
      accepts: (entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry),
      rule: 'addresses or networks',
      note: 'Proxies whose X-Forwarded-* headers are believed.',
    }),
    corsOrigins: list('CORS_ORIGINS', {
      default: [],
      accepts: isOrigin,
      rule: 'origins (scheme://host:port) or *',
      note: 'Origins that browsers may call from; none when unset.',
    }),
    responseEnvelope: oneOf('RESPONSE_ENVELOPE', ['named', 'bare'], {
      default: 'named',
      note: 'Whether answers of the 21 operations carry their output key when the caller does not say.',
    }),
    console: oneOf('CONSOLE', ['on', 'off'], {
      default: 'on',
      note: 'Whether the web console is served under /console.',
    }),
    orchestratorBaseUrl: text('ORCHESTRATOR_BASE_URL', {
      default: '',
      pattern: /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,100}){0,10}$/,
      rule: 'a path such as /api/v1, without a slash at its end',
      note: 'Where the path of operation 5, restAction, begins: the `{base_url}` of the interface.',
    }),
    rateLimitPerMinute: whole('RATE_LIMIT_PER_MINUTE', {
      default: 0,
      min: 0,
      max: 10_000_000,
      note: 'Requests per identity (or address) and minute over all nodes; 0 = no limit.',
    }),
    metricsToken: secret('METRICS_TOKEN', {
      // Nothing counts the attempts at it.
      pattern: /^[\x21-\x7e]{16,1024}$/,
      rule: '16 to 1024 visible characters',
      note: 'Bearer token that admits a collector to /metrics and the health pages.',
    }),
  },
  data: {
    directory: text('DATA_DIR', {
      default: './data',
      note: 'Directory of the embedded database and its keys; created with mode 0700.',
    }),
    mongodbUri: secret('MONGODB_URI', {
      pattern: /^mongodb(\+srv)?:\/\/.+/,
      rule: 'a mongodb:// or mongodb+srv:// URI',
      note: 'MongoDB server to use instead of the embedded engine; needs SECRETS_KEYS.',
    }),
    engineCacheMb: whole('ENGINE_CACHE_MB', {
      default: 256,
      min: 256, // with less, several documents of the greatest size at once do not fit
      max: 65_536,
      note: 'Cache of the embedded engine in MiB; used as far as needed.',
    }),
    secretsKeys: secret('SECRETS_KEYS', {
      pattern: KEYS,
      rule: 'keys of 32 bytes in base64, separated by commas',
      note: 'Keys that seal stored secrets, newest first. Embedded mode makes DATA_DIR/secrets.key when unset.',
    }),
  },
  signIn: {
    adminPassword: secret('ADMIN_PASSWORD', {
      pattern: /^.{8,1024}$/s,
      rule: '8 to 1024 characters',
      note: 'Password of the first account `admin`; random and printed once when unset.',
    }),
    sessionMinutes: whole('SESSION_MINUTES', {
      default: 60,
      min: 1,
      max: 43_200,
      note: 'A session ends after this time without a request.',
    }),
    passwordLengthMin: whole('PASSWORD_LENGTH_MIN', {
      default: 8,
      min: 8,
      max: 128,
      note: 'Shortest password that is accepted.',
    }),
    allowsQueryToken: flag('ALLOW_QUERY_TOKEN', {
      default: true,
      note: 'Whether ?token= is accepted as a credential.',
    }),
    allowsBasic: flag('ALLOW_BASIC', {
      default: true,
      note: 'Whether Authorization: Basic is accepted as a credential.',
    }),
    accessTokenMinutes: whole('ACCESS_TOKEN_MINUTES', {
      default: 60,
      min: 1,
      max: 1440,
      note: 'An access token of a service account ends this long after it was issued.',
    }),
    apiTokenDaysMax: whole('API_TOKEN_DAYS_MAX', {
      default: 365,
      min: 1,
      max: 3650,
      note: 'The longest life that an API token can be given.',
    }),
    apiTokensMax: whole('API_TOKENS_MAX', {
      default: 50,
      min: 1,
      max: 1000,
      note: 'API tokens that one account can have at a time.',
    }),
  },
  ...EXTERNAL_SIGN_IN_VARIABLES,
  catalogue: {
    release: text('PLATFORM_RELEASE', {
      default: PACKAGE_INFO.release,
      pattern: /^\d{1,4}(\.\d{1,3}){0,3}$/,
      rule: 'a release label such as 2024.1',
      note: 'Release that packages are compared with.',
    }),
    localRoots: list('LOCAL_REPOSITORY_ROOTS', {
      default: ['./catalogue'],
      note: 'Directories below which `local` repositories may lie.',
    }),
    rescanSeconds: whole('CATALOGUE_RESCAN_SECONDS', {
      default: 30,
      min: 1,
      max: 86_400,
      note: 'How often local repositories are looked at again, in seconds.',
    }),
    refreshSeconds: whole('CATALOGUE_REFRESH_SECONDS', {
      default: 900,
      min: 10,
      max: 2_592_000,
      note: 'How often the other repositories are read that name no interval of their own, in seconds.',
    }),
    artifactLimitBytes: whole('ARTIFACT_LIMIT_BYTES', {
      default: 16 * MIB,
      min: 1024,
      max: 256 * MIB,
      note: 'Largest package file that is read from a repository.',
    }),
    requestsAtOnce: whole('CATALOGUE_REQUESTS_AT_ONCE', {
      default: 16,
      min: 1,
      max: 16,
      note: 'Calls to one GitLab or GitHub at a time.',
    }),
  },
  lists: {
    pageSize: whole('PAGE_SIZE', {
      default: 25,
      min: 1,
      max: 1000,
      note: 'Page size of operations with `page`.',
    }),
    limitMax: whole('LIST_LIMIT_MAX', {
      default: 2000,
      min: 1,
      max: 100_000,
      note: 'Largest `limit`; larger ones are clamped and said in X-Limit-Applied.',
    }),
  },
  outbound: OUTBOUND_VARIABLES,
  devices: DEVICE_VARIABLES,
  services: {
    keepsLocally: flag('SERVICE_INSTANCES_LOCAL', {
      default: false,
      note: 'Service instances are kept here when no adapter is enabled; no network is touched then.',
    }),
  },
  audit: {
    retentionDays: whole('AUDIT_RETENTION_DAYS', {
      default: 400,
      min: 1,
      max: 36_500,
      note: 'How long entries of the audit trail are kept.',
    }),
  },
  events: {
    retentionDays: whole('EVENT_RETENTION_DAYS', {
      default: 30,
      min: 1,
      max: 3650,
      note: 'How long events are kept.',
    }),
  },
  collecting: COLLECTING_VARIABLES,
  engine: ENGINE_VARIABLES,
  logging: {
    level: oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      default: 'info',
      note: 'Least level that is logged.',
    }),
    format: oneOf('LOG_FORMAT', ['auto', 'json', 'text'], {
      default: 'auto',
      note: 'auto = text on a terminal, JSON lines elsewhere.',
    }),
  },
} as const;

/** Browsers send an origin as scheme, host and port and nothing behind them. */
function isOrigin(entry: string): boolean {
  return entry === '*' || (URL.canParse(entry) && new URL(entry).origin === entry);
}

/** The environment of the process: the only place that reads it. */
export function processEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
