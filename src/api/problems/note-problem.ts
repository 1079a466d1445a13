import { type AppError } from '../../kernel/app-error.js';
import { type AppLogger } from '../../platform/logging/app-logger.js';
import { problemSpec } from './problems.js';

/** The one line that a failure leaves in the log; the error itself only where its cause matters. */
export function noteProblem(log: AppLogger, error: AppError): void {
  const { logLevel, status } = problemSpec(error.kind);
  if (!log.writes(logLevel)) return;
  const isWorthAStack = status >= 500;
  log[logLevel](
    {
      code: error.code,
      status,
      detail: error.detail,
      ...(error.errors.length > 0 && { faults: error.errors.length }),
      ...(isWorthAStack && { err: error.cause instanceof Error ? error.cause : error }),
    },
    'request failed',
  );
}
