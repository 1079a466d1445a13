import { type JsonObject } from '../../../src/kernel/json.js';

/** A profile with every field of the interface, secrets in clear. */
export function aProfile(id: string, more: JsonObject = {}): JsonObject & { readonly id: string } {
  return {
    id,
    description: 'Every field',
    services: ['WorkFlowEngine', 'FormBuilder'],
    applicationProps: { directory: './applications', description: 'Applications' },
    uiProps: {
      layout: 'views/layout.html',
      home: 'home.html',
      login: 'login.html',
      profile: 'profile.html',
      fav_icon: 'icon.ico',
      description: 'Pages',
    },
    authenticationProps: {
      uniqueSession: false,
      admins: [{ provenance: 'local', group: 'admins' }],
      description: 'Sign-in',
      cookieName: 'token',
    },
    expressProps: {
      express_http: { enable: true, port: 3000 },
      express_https: {
        enable: false,
        port: 3443,
        key: '/keys/server.key',
        cert: '/keys/server.cert',
        secureProtocol: 'TLSv1_2_method',
        client_reneg_limit: 1,
        client_reneg_window: 600,
        passphrase: 'the-passphrase-of-the-key',
        ciphers: 'ECDHE-RSA-AES128-GCM-SHA256',
      },
      description: 'Server',
      cacheControl: true,
      timeout: 600_000,
      access_control_allow_origin: '*',
    },
    loggerProps: {
      log_directory: '/logs',
      log_filename: 'server.log',
      log_max_file_size: 10_485_760,
      log_max_files: 10,
      log_level: 'info',
      console_level: 'info',
      description: 'Logging',
      log_timezone_offset: -1.5,
      webserver: { log_directory: '/logs', log_filename: 'access.log' },
      syslog: {
        level: 'warning',
        facility: 'local0',
        type: 'BSD',
        host: '192.0.2.1',
        port: 514,
        protocol: 'udp4',
        path: '',
        pid: 'process.pid',
        localhost: '',
        app_name: 'netadmin',
        eol: '',
      },
    },
    redisProps: {
      host: 'redis.example',
      port: 6379,
      db: 0,
      password: 'the-password-of-redis',
      maxRetriesPerRequest: 20,
      maxHeartbeatWriteRetries: 20,
    },
    auditProps: { audit: true, brokerValidation: false, description: 'Audit' },
    pathProps: { encrypted: true, description: 'Secrets are sealed' },
    alarmProps: [anAlarm('192.0.2.2', 'the-first-community'), anAlarm('192.0.2.3', '')],
    rabbitmq: {
      protocol: 'amqps',
      hosts: 'broker.example',
      port: 5671,
      username: 'events',
      password: 'the-password-of-the-broker',
      locale: 'en_US',
      frameMax: 0,
      heartbeat: 60,
      vhost: '/',
      adminPort: 15_671,
      eventDeduplication: {
        active: true,
        cacheTtl: 60_000,
        cacheSize: 1000,
        cachePersistence: 'memory',
        messagePreservation: {
          strategy: 'shovel',
          preserveMessages: true,
          tempQueueName: 'kept',
          shovelName: 'shovel',
          shovelAckMode: 'on-confirm',
          shovelAddHeaders: false,
          shovelPrefetchCount: 1000,
          shovelReconnectDelay: 5,
          maxTransferWait: 60_000,
          transferWaitPollIncrement: 1000,
        },
      },
    },
    adapterStrategy: { device: { adapterTypes: ['NSO'], exceptions: { runCommand: 'runCli' } } },
    systemProps: {
      shutdownTimeout: 3,
      servicesBlacklist: ['MOP'],
      launchDelay: 2,
      launchTimeout: 120,
      deadProcessCheck: true,
      deadProcessCheckInterval: 5,
      deadProcessMaxPeriod: 15,
    },
    prebuiltProps: {
      repoConfigs: {
        '@acme': {
          enabled: false,
          type: 'gitlab',
          hostname: 'git.acme.example',
          path: 'automations',
          credentials: { token: 'glpat-the-token-of-acme' },
          trust: { publicKeys: [], requireSignature: false },
          webhook: { secret: 'the-secret-of-the-webhook' },
          refreshSeconds: 600,
        },
      },
    },
    integrationProps: { threadCount: 5, timeout: 15_000 },
    retryStrategy: { maxRetries: 10, retryResetTimer: 60_000 },
    ...more,
  };
}

function anAlarm(ip: string, community: string): JsonObject {
  return {
    ip,
    community,
    type: 'trap',
    properties: { retries: 1, timeout: 5000, trapPort: 162, version: 'v2c', transport: 'udp4' },
    description: 'Alarm',
  };
}

/**
 * A profile as other platforms export it: some groups missing, keys that the interface does not
 * know at every level, a repository without a token, secrets that only the other platform can open.
 */
export function aForeignProfile(id: string): JsonObject & { readonly id: string } {
  return {
    uiProps: { description: 'Pages', layout: 'layout.pug', apple_touch_icon: 'touch.png' },
    authenticationProps: {
      description: 'Authentication',
      uniqueSession: false,
      admins: [{ group: 'others_admins', provenance: 'others_aaa' }],
      sso: { enabled: false, config: '' },
      logoutTime: 60,
      cookieName: 'token',
    },
    expressProps: {
      express_http: { enable: true, port: 3000 },
      access_control_allow_origin: '*',
      allowedHttpOptionalVerbs: [],
    },
    redisProps: { host: 'redis.example', port: 6379, db: 0, password: '$ENC8f14e45fceea167a' },
    rabbitmq: { hosts: 'broker.example', username: 'guest', password: null },
    alarmProps: [
      {
        ip: '127.0.0.1',
        community: 'public-of-others',
        type: 'inform',
        properties: { retries: 1, transport: 'udp4', trapPort: 162, version: 'v2c', engine: {} },
      },
    ],
    id,
    services: ['OthersEngine'],
    description: '',
    systemProps: { deadProcessCheck: false, externalRequestTimeout: 5 },
    taskWorkerProps: { 'dots.and$dollars': [1, 'two', null], empty: {} },
    prebuiltProps: {
      repoConfigs: {
        '@others': {
          enabled: true,
          type: 'gitlab',
          hostname: 'gitlab.example',
          path: 'packages',
          credentials: {},
          versionStatus: 'current',
        },
      },
    },
  };
}

/** The unknown keys of `aForeignProfile`, as pointers. */
export const FOREIGN_KEYS: readonly string[] = [
  '#/uiProps/apple_touch_icon',
  '#/authenticationProps/sso',
  '#/authenticationProps/logoutTime',
  '#/expressProps/allowedHttpOptionalVerbs',
  '#/alarmProps/0/properties/engine',
  '#/systemProps/externalRequestTimeout',
  '#/taskWorkerProps',
  '#/prebuiltProps/repoConfigs/@others/versionStatus',
];
