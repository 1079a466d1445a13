import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';

/** A value that flows from one place to another: `edge('incoming a', 'method 1/args/0/value')`. */
export function edge(from: string, to: string, more: JsonObject = {}): JsonObject {
  return { type: 'assign', from: end(from), to: end(to), ...more };
}

/** A method that is called with what is not null here, and with what edges bring. */
export function method(
  id: number,
  name: string,
  args: JsonValue[],
  more: JsonObject = {},
): JsonObject {
  const at = name.indexOf('.');
  const [library, called] = [name.slice(0, at), name.slice(at + 1)];
  const type = called.startsWith('new ') ? 'declaration' : 'method';
  return { id, type, library, method: called, args, ...more };
}

/** A schema of something that comes in or goes out. */
export function schema($id: string, type: JsonValue = 'string', more: JsonObject = {}): JsonObject {
  return { $id, type, ...more };
}

/** A transformation that greets: `{who}` becomes `{greeting}`. */
export function aTransformation(more: JsonObject = {}): JsonObject {
  return {
    name: 'Greeting',
    description: 'Says hello',
    incoming: [schema('who')],
    outgoing: [schema('greeting')],
    steps: [
      {
        id: 1,
        type: 'template',
        library: 'String',
        method: 'templateLiteral',
        template: 'Hello ${who}!',
        args: [null],
        view: { row: 1, col: 1 },
        context: '#',
      },
      edge('incoming who', 'template 1/args/0/value'),
      edge('template 1/return', 'outgoing greeting'),
    ],
    functions: [],
    ...more,
  };
}

function end(text: string): JsonObject {
  const space = text.indexOf(' ');
  const location = text.slice(0, space);
  const place = text.slice(space + 1);
  const slash = place.indexOf('/');
  const name = slash === -1 ? place : place.slice(0, slash);
  return {
    location,
    name: /^\d+$/.test(name) ? Number(name) : name,
    ptr: slash === -1 ? '' : place.slice(slash),
  };
}
