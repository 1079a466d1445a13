import { Nested } from '../../../api/fields/structures.js';
import { Decimal, Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { COUNT, FILE, PORT, SECONDS, SECRET, TEXT } from './bounds.js';

/** The plain HTTP server. */
@OpenShape()
export class ProfileHttpServer {
  @Flag({ optional: true })
  readonly enable?: boolean;

  @Whole(PORT)
  readonly port?: number;
}

/** The HTTP server with TLS. */
@OpenShape()
export class ProfileHttpsServer {
  @Flag({ optional: true })
  readonly enable?: boolean;

  @Whole(PORT)
  readonly port?: number;

  @Text({ ...FILE, note: 'File of the private key' })
  readonly key?: string;

  @Text({ ...FILE, note: 'File of the certificate' })
  readonly cert?: string;

  @Text({ max: 64, optional: true })
  readonly secureProtocol?: string;

  @Whole({ ...COUNT, note: 'Renegotiations that one client may ask for within the window' })
  readonly client_reneg_limit?: number;

  @Whole({ ...SECONDS, note: 'Seconds' })
  readonly client_reneg_window?: number;

  @Text({ ...SECRET, note: 'Opens the private key; never shown: `<SECRET>` when it is set' })
  readonly passphrase?: string | null;

  @Text({ max: 16_384, optional: true })
  readonly ciphers?: string;
}

/** How the platform is reached. */
@OpenShape()
export class ProfileExpressProps {
  @Nested(() => ProfileHttpServer, { optional: true })
  readonly express_http?: ProfileHttpServer;

  @Nested(() => ProfileHttpsServer, { optional: true })
  readonly express_https?: ProfileHttpsServer;

  @Text(TEXT)
  readonly description?: string;

  @Flag({ optional: true })
  readonly cacheControl?: boolean;

  @Whole({ ...COUNT, note: 'Milliseconds' })
  readonly timeout?: number;

  @Text({ max: 8192, optional: true })
  readonly access_control_allow_origin?: string;
}

/** Files of the access log. */
@OpenShape()
export class ProfileWebserverLog {
  @Text(FILE)
  readonly log_directory?: string;

  @Text(FILE)
  readonly log_filename?: string;
}

/** A syslog server. */
@OpenShape()
export class ProfileSyslog {
  @Text({ max: 32, optional: true })
  readonly level?: string;

  @Text({ max: 32, optional: true })
  readonly facility?: string;

  @Text({ max: 32, optional: true, note: '`BSD`, `RFC5424` …' })
  readonly type?: string;

  @Text({ max: 260, optional: true })
  readonly host?: string;

  @Whole(PORT)
  readonly port?: number;

  @Text({ max: 32, optional: true })
  readonly protocol?: string;

  @Text(FILE)
  readonly path?: string;

  @Text({ ...TEXT, note: 'The number of the process, or what stands for it' })
  readonly pid?: string;

  @Text({ max: 260, optional: true })
  readonly localhost?: string;

  @Text(TEXT)
  readonly app_name?: string;

  @Text({ max: 32, optional: true })
  readonly eol?: string;
}

/** The log. */
@OpenShape()
export class ProfileLoggerProps {
  @Text(FILE)
  readonly log_directory?: string;

  @Text(FILE)
  readonly log_filename?: string;

  @Whole({ ...COUNT, note: 'Bytes' })
  readonly log_max_file_size?: number;

  @Whole(COUNT)
  readonly log_max_files?: number;

  @Text({
    max: 32,
    optional: true,
    note: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; another word changes nothing',
  })
  readonly log_level?: string;

  @Text({ max: 32, optional: true })
  readonly console_level?: string;

  @Text(TEXT)
  readonly description?: string;

  @Decimal({ min: -1440, max: 1440, optional: true })
  readonly log_timezone_offset?: number;

  @Nested(() => ProfileWebserverLog, { optional: true })
  readonly webserver?: ProfileWebserverLog;

  @Nested(() => ProfileSyslog, { optional: true })
  readonly syslog?: ProfileSyslog;
}

/** A Redis server; kept for clients. */
@OpenShape()
export class ProfileRedisProps {
  @Text({ max: 260, optional: true })
  readonly host?: string;

  @Whole(PORT)
  readonly port?: number;

  @Whole(COUNT)
  readonly db?: number;

  @Text({ ...SECRET, note: 'Never shown: `<PASSWORD>` when it is set' })
  readonly password?: string | null;

  @Whole(COUNT)
  readonly maxRetriesPerRequest?: number;

  @Whole(COUNT)
  readonly maxHeartbeatWriteRetries?: number;
}

/** How an alarm is sent. */
@OpenShape()
export class ProfileAlarmProperties {
  @Whole({ min: 0, max: 1000, optional: true })
  readonly retries?: number;

  @Whole({ ...COUNT, note: 'Milliseconds' })
  readonly timeout?: number;

  @Whole(PORT)
  readonly trapPort?: number;

  @Text({ max: 32, optional: true, note: '`v1`, `v2c` …' })
  readonly version?: string;

  @Text({ max: 32, optional: true, note: '`udp4` or `udp6`' })
  readonly transport?: string;
}

/** Where alarms go; kept for clients, this platform sends none. */
@OpenShape()
export class ProfileAlarm {
  @Text({ max: 260, optional: true, note: 'Address of the receiver' })
  readonly ip?: string;

  @Text({ ...SECRET, note: 'Never shown: `<SECRET>` when it is set' })
  readonly community?: string | null;

  @Nested(() => ProfileAlarmProperties, { optional: true })
  readonly properties?: ProfileAlarmProperties;

  @OneOf(['trap', 'inform'], { optional: true })
  readonly type?: 'trap' | 'inform';

  @Text(TEXT)
  readonly description?: string;
}

/** What happens to events while the broker is away; kept for clients. */
@OpenShape()
export class ProfileMessagePreservation {
  @Text({ max: 64, optional: true })
  readonly strategy?: string;

  @Flag({ optional: true })
  readonly preserveMessages?: boolean;

  @Text(TEXT)
  readonly tempQueueName?: string;

  @Text(TEXT)
  readonly shovelName?: string;

  @Text({ max: 64, optional: true })
  readonly shovelAckMode?: string;

  @Flag({ optional: true })
  readonly shovelAddHeaders?: boolean;

  @Whole(COUNT)
  readonly shovelPrefetchCount?: number;

  @Whole({ ...COUNT, note: 'Seconds' })
  readonly shovelReconnectDelay?: number;

  @Whole({ ...COUNT, note: 'Milliseconds' })
  readonly maxTransferWait?: number;

  @Whole({ ...COUNT, note: 'Milliseconds' })
  readonly transferWaitPollIncrement?: number;
}

/** How events that come twice are told apart; kept for clients. */
@OpenShape()
export class ProfileEventDeduplication {
  @Flag({ optional: true, note: 'Whether events that others publish twice are stored once' })
  readonly active?: boolean;

  @Whole({ ...COUNT, note: 'For how long events are known, in milliseconds; a day at most' })
  readonly cacheTtl?: number;

  @Whole({ ...COUNT, note: 'How many events are known; 100,000 at most' })
  readonly cacheSize?: number;

  @Text({ max: 64, optional: true })
  readonly cachePersistence?: string;

  @Nested(() => ProfileMessagePreservation, { optional: true })
  readonly messagePreservation?: ProfileMessagePreservation;
}

/** A message broker; kept for clients. */
@OpenShape()
export class ProfileRabbitmq {
  @Text({ max: 32, optional: true })
  readonly protocol?: string;

  @Text({ max: 4096, optional: true })
  readonly hosts?: string;

  @Whole(PORT)
  readonly port?: number;

  @Text(TEXT)
  readonly username?: string;

  @Text({ ...SECRET, note: 'Never shown: `<PASSWORD>` when it is set' })
  readonly password?: string | null;

  @Text({ max: 32, optional: true })
  readonly locale?: string;

  @Whole(COUNT)
  readonly frameMax?: number;

  @Whole({ ...COUNT, note: 'Seconds' })
  readonly heartbeat?: number;

  @Text(TEXT)
  readonly vhost?: string;

  @Whole(PORT)
  readonly adminPort?: number;

  @Nested(() => ProfileEventDeduplication, { optional: true })
  readonly eventDeduplication?: ProfileEventDeduplication;
}
