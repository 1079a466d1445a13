import { inspect } from 'node:util';
import { type LoggerService } from '@nestjs/common';
import { type AppLogger } from './app-logger.js';
import { redactedText } from './redaction.js';

/**
 * The framework's own lines in our log. What Nest tells while it starts (one line per route) is
 * for developers, so it is `debug` here.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly appLog: AppLogger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.appLog.debug(fieldsOf(message, rest), textOf(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.appLog.debug(fieldsOf(message, rest), textOf(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.appLog.debug(fieldsOf(message, rest), textOf(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.appLog.warn(fieldsOf(message, rest), textOf(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.appLog.error(fieldsOf(message, rest), textOf(message));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.appLog.error(fieldsOf(message, rest), textOf(message));
  }
}

/** Nest passes the context as the last text, and for errors a stack before it. */
function fieldsOf(message: unknown, rest: readonly unknown[]): Record<string, unknown> {
  const texts = rest.filter((part) => typeof part === 'string');
  const stack = texts.find((part) => part.includes('\n'));
  return {
    context: texts.findLast((part) => part !== stack),
    ...(message instanceof Error && { err: message }),
    ...(!(message instanceof Error) && stack !== undefined && { err: { stack } }),
  };
}

/** Messages of the framework are not fixed, so secrets may be in them too. */
function textOf(message: unknown): string {
  if (typeof message === 'string') return redactedText(message);
  return redactedText(message instanceof Error ? message.message : inspect(message));
}
