import { type ArgNodes, type Expr } from './nodes.js';
import { type TokenReader } from './token-reader.js';

export const NO_ARGS: ArgNodes = { positional: [], named: [], rest: null, namedRest: null };

interface Collected {
  readonly positional: Expr[];
  readonly named: (readonly [string, Expr])[];
  rest: Expr | null;
  namedRest: Expr | null;
}

/** Reads the arguments of a call, with their brackets. */
export function args(reader: TokenReader): ArgNodes {
  reader.expect('operator', '(');
  const found: Collected = { positional: [], named: [], rest: null, namedRest: null };
  while (!reader.take('operator', ')')) {
    argument(reader, found);
    if (!reader.is('operator', ')')) reader.expect('operator', ',');
  }
  return found;
}

function argument(reader: TokenReader, found: Collected): void {
  if (reader.take('operator', '**')) found.namedRest = reader.expression();
  else if (reader.take('operator', '*')) found.rest = reader.expression();
  else if (reader.is('name') && reader.isAhead(1, 'operator', '=')) {
    const name = reader.next().text;
    reader.next();
    found.named.push([name, reader.expression()]);
  } else if (found.named.length > 0 || found.namedRest)
    throw reader.fault('an argument without a name follows one with a name');
  else found.positional.push(reader.expression());
}
