import { pino, type DestinationStream, type Logger } from 'pino';
import { type Config } from '../config/config.js';
import { readableLine } from './readable-line.js';
import { redacted } from './redaction.js';
import { requestContext } from '../request-context/request-context.js';

type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Lines leave together: a write for each costs as much as the rest of a small request. */
const BATCH_BYTES = 4096;
const BATCH_MS = 100;

type Destination = DestinationStream & { flushSync?: () => void };

/** What a line is about: names and numbers, never bodies and never secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The log: events with a fixed message and fields. Each line carries the request, the operation
 * and the caller it belongs to, and leaves without secrets.
 */
export class AppLogger {
  readonly #pino: Logger;
  readonly #destination: Destination;

  /** @param destination where lines go; standard output when absent. */
  constructor(settings: Config['logging'], destination?: DestinationStream) {
    this.#destination = destination ?? standardOutput(settings.format);
    this.#pino = pino(
      {
        level: settings.level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        mixin: contextFields,
        // Errors are already plain when they get here; pino's own serializer would undo that.
        serializers: { err: (error: unknown) => error },
        formatters: { level: (label) => ({ level: label }), log: redacted },
      },
      this.#destination,
    );
  }

  debug(fields: LogFields, message: string): void {
    this.#pino.debug(fields, message);
  }

  info(fields: LogFields, message: string): void {
    this.#pino.info(fields, message);
  }

  warn(fields: LogFields, message: string): void {
    this.#pino.warn(fields, message);
  }

  /** For failures of the platform; `fields.err` is the error. Errors of requests are logged by the filter. */
  error(fields: LogFields, message: string): void {
    this.#pino.error(fields, message);
  }

  /** Whether a line of this level would be written; spares the work of making its fields. */
  writes(level: LogLevel): boolean {
    return this.#pino.isLevelEnabled(level);
  }

  /** From now on lines of this level and above are written. */
  setLevel(level: Config['logging']['level']): void {
    this.#pino.level = level;
  }

  /** Writes out what is still held back; the last thing before the process ends. */
  flush(): void {
    this.#destination.flushSync?.();
  }
}

function contextFields(): object {
  const context = requestContext();
  if (!context) return {};
  const { requestId, operationId, principalId } = context;
  return { requestId, operationId, principalId };
}

/** Lines for people on a terminal, JSON for machines elsewhere, unless the setting decides. */
function standardOutput(format: Config['logging']['format']): Destination {
  const isReadable = format === 'text' || (format === 'auto' && process.stdout.isTTY);
  const output = pino.destination({ fd: 1, sync: false, minLength: BATCH_BYTES });
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  // Its own periodic flush writes nothing, ten times a second, where nothing was logged.
  const flush = (): void => {
    timer = undefined;
    isDue = true;
    output.flush();
  };
  // A flush during a write does nothing: what came meanwhile leaves after it.
  output.on('drain', () => {
    if (isDue) output.flush();
    isDue = false;
  });
  return {
    write: (line) => {
      output.write(isReadable ? readableLine(JSON.parse(line) as Record<string, unknown>) : line);
      timer ??= setTimeout(flush, BATCH_MS).unref();
    },
    flushSync: () => {
      output.flushSync();
    },
  };
}
