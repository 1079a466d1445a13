import { type Target } from './nodes.js';
import { type TokenReader } from './token-reader.js';

/** Reads names with commas between, up to a word or a sign. */
export function nameTargets(reader: TokenReader, end: string): Target {
  const targets = [nameTarget(reader)];
  let isList = false;
  while (reader.take('operator', ',')) {
    isList = true;
    if (!reader.is('name', end)) targets.push(nameTarget(reader));
  }
  const [first] = targets;
  return isList || !first ? { kind: 'names', targets } : first;
}

function nameTarget(reader: TokenReader): Target {
  if (!reader.take('operator', '(')) return { kind: 'name', name: reader.expect('name').text };
  return reader.nested(() => {
    const inner = nameTargets(reader, ')');
    reader.expect('operator', ')');
    return inner;
  });
}

/** Reads what `set` writes: names, or a member of a namespace. */
export function setTarget(reader: TokenReader): Target {
  if (!reader.isAhead(1, 'operator', '.')) return nameTargets(reader, '=');
  const of = reader.expect('name').text;
  reader.next();
  return { kind: 'member', of, name: reader.expect('name').text };
}
