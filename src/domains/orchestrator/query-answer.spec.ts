import { describe, expect, it } from 'vitest';
import { type ReadAnswer, readQueryAnswer } from './query-answer.js';

const read = (type: string | undefined, body: string | Buffer): ReadAnswer =>
  readQueryAnswer({
    headers: type === undefined ? {} : { 'content-type': type },
    body: Buffer.from(body as string),
  });

describe('readQueryAnswer', () => {
  it.each([
    'application/yang-data+json',
    'application/json',
    'application/json; charset=utf-8',
    'Application/YANG-DATA+JSON ;x=y',
    'application/vnd.yang.collection+json',
    'text/json',
    undefined,
  ])('parses JSON of the type %s', (type) => {
    expect(read(type, '{"a":[1]}')).toEqual({ kind: 'json', value: { a: [1] } });
  });

  it.each(['application/jsonx', 'application/x-json-lines', 'text/plain', 'json', ''])(
    'does not take the type %j for JSON',
    (type) => {
      expect(read(type, 'a').kind).toBe('text');
    },
  );

  it('leaves text in the encoding that it says', () => {
    expect(read('text/plain', 'é')).toEqual({ kind: 'text', text: 'é' });
    const latin = Buffer.from('é', 'latin1');
    expect(read('text/plain; charset=ISO-8859-1', latin)).toEqual({ kind: 'text', text: 'é' });
    expect(read('text/plain', latin)).toEqual({ kind: 'unreadable', reason: 'is not text' });
    expect(read(undefined, latin).kind).toBe('unreadable');
  });

  it('takes the mark of an order of bytes for none of the text', () => {
    expect(read('application/json', '\ufeff1')).toEqual({ kind: 'json', value: 1 });
  });

  it('finds nothing in an empty body, whatever its type', () => {
    expect(read('application/json', '')).toEqual({ kind: 'nothing' });
  });

  it.each(['{', 'nil', '['.repeat(200), '{"__proto__":1}', Buffer.from([0x22, 0xff, 0x22])])(
    'cannot read %s as JSON',
    (body) => {
      expect(read('application/json', body).kind).toBe('unreadable');
    },
  );
});
