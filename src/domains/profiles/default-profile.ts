import { type JsonObject } from '../../kernel/json.js';
import { APPLICATIONS } from '../../kernel/principal.js';
import { type Config, loadConfig } from '../../platform/config/config.js';

const MIB = 1024 * 1024;

/** Variables that beat the profile do not get into it: unset again, they would still count. */
const UNSET = loadConfig({});

/** Name of the group whose members administer a new platform. */
const ADMINS_GROUP = 'admins';

/** The groups of the profile document that have the same values on every new platform. */
const FIXED_GROUPS = {
  applicationProps: { directory: './', description: 'Applications of the platform' },
  uiProps: {
    layout: '',
    home: '/docs',
    login: '/login',
    profile: '',
    fav_icon: '',
    description: 'Pages',
  },
  authenticationProps: {
    uniqueSession: false,
    admins: [{ provenance: 'local', group: ADMINS_GROUP }],
    description: 'Sign-in',
    cookieName: 'token',
  },
  redisProps: {
    host: '',
    port: 6379,
    db: 0,
    password: '',
    maxRetriesPerRequest: 20,
    maxHeartbeatWriteRetries: 20,
  },
  auditProps: { audit: true, brokerValidation: false, description: 'Audit' },
  pathProps: { encrypted: true, description: 'Secrets are sealed' },
  alarmProps: [],
  rabbitmq: {
    protocol: 'amqp',
    hosts: '',
    port: 5672,
    username: '',
    password: '',
    locale: 'en_US',
    frameMax: 0,
    heartbeat: 0,
    vhost: '/',
    adminPort: 15_672,
    eventDeduplication: {
      active: false,
      cacheTtl: 60_000,
      cacheSize: 1000,
      cachePersistence: 'memory',
      messagePreservation: {
        strategy: 'none',
        preserveMessages: false,
        tempQueueName: '',
        shovelName: '',
        shovelAckMode: 'on-confirm',
        shovelAddHeaders: false,
        shovelPrefetchCount: 1000,
        shovelReconnectDelay: 5,
        maxTransferWait: 60_000,
        transferWaitPollIncrement: 1000,
      },
    },
  },
  adapterStrategy: { device: { adapterTypes: [], exceptions: { runCommand: '' } } },
  integrationProps: { threadCount: 5, timeout: 15_000 },
  retryStrategy: { maxRetries: 10, retryResetTimer: 60_000 },
} satisfies JsonObject;

function expressProps({ server }: Config): JsonObject {
  return {
    express_http: { enable: true, port: UNSET.server.port },
    express_https: {
      enable: false,
      port: 3443,
      key: '',
      cert: '',
      secureProtocol: 'TLSv1_2_method',
      client_reneg_limit: 1,
      client_reneg_window: 600,
      passphrase: '',
      ciphers: '',
    },
    description: 'HTTP server',
    cacheControl: true,
    timeout: server.requestTimeoutMs,
    access_control_allow_origin: '',
  };
}

function loggerProps(): JsonObject {
  return {
    log_directory: '',
    log_filename: '',
    log_max_file_size: 10 * MIB,
    log_max_files: 10,
    log_level: UNSET.logging.level,
    console_level: UNSET.logging.level,
    description: 'Logging',
    log_timezone_offset: 0,
    webserver: { log_directory: '', log_filename: '' },
    syslog: {
      level: 'warning',
      facility: 'local0',
      type: 'RFC5424',
      host: '',
      port: 514,
      protocol: 'udp4',
      path: '',
      pid: '',
      localhost: '',
      app_name: '',
      eol: '',
    },
  };
}

function systemProps({ server }: Config): JsonObject {
  return {
    shutdownTimeout: Math.ceil(server.shutdownTimeoutMs / 1000),
    servicesBlacklist: [],
    launchDelay: 2,
    launchTimeout: 120,
    deadProcessCheck: true,
    deadProcessCheckInterval: 5,
    deadProcessMaxPeriod: 15,
  };
}

function localRepository({ catalogue }: Config): JsonObject {
  return {
    enabled: true,
    type: 'local',
    hostname: '',
    path: catalogue.localRoots[0] ?? '',
    credentials: { token: '' },
  };
}

/**
 * The profile of a new platform: every group of the interface's profile document, with values that
 * say what the platform does when nobody has configured anything.
 */
export function defaultProfile(config: Config): JsonObject & { readonly id: string } {
  return {
    id: 'default',
    description: 'The profile that the first start made',
    services: [...APPLICATIONS],
    ...FIXED_GROUPS,
    expressProps: expressProps(config),
    loggerProps: loggerProps(),
    systemProps: systemProps(config),
    prebuiltProps: { repoConfigs: { '@local': localRepository(config) } },
  };
}
