import { type preValidationHookHandler } from 'fastify';
import { invalidInput } from '../../kernel/app-error.js';
import { MalformedQuery } from '../query/query-text.js';

/**
 * The `preValidation` hook that refuses a query string that cannot be read, also where the operation
 * takes none. The parser itself must not throw: nothing would catch it.
 */
export const checkQuery: preValidationHookHandler = (request, _reply, done) => {
  const { query } = request;
  if (query instanceof MalformedQuery) done(invalidInput([query.fault], query.fault.detail));
  else done();
};
