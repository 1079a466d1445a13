const OP_MSG = 2013;
const HEADER_BYTES = 16;
const INT32 = 0x10;
const TEXT = 0x02;

function element(name: string, value: string | number): Buffer {
  const key = Buffer.from(`${name}\0`);
  if (typeof value === 'number') {
    const int = Buffer.alloc(4);
    int.writeInt32LE(value);
    return Buffer.concat([Buffer.of(INT32), key, int]);
  }
  const text = Buffer.from(`${value}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32LE(text.length);
  return Buffer.concat([Buffer.of(TEXT), key, length, text]);
}

function document(fields: Readonly<Record<string, string | number>>): Buffer {
  const body = Buffer.concat(Object.entries(fields).map(([name, value]) => element(name, value)));
  const length = Buffer.alloc(4);
  length.writeInt32LE(body.length + 5);
  return Buffer.concat([length, body, Buffer.of(0)]);
}

/**
 * A command as one OP_MSG frame. The engine's process sends a single command, once;
 * loading the driver for it would cost that process more memory than the engine itself.
 */
export function commandFrame(fields: Readonly<Record<string, string | number>>): Buffer {
  const body = document(fields);
  const header = Buffer.alloc(HEADER_BYTES + 5);
  header.writeInt32LE(header.length + body.length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([header, body]);
}

/** True when the answer of a command carries `ok: 1`. */
export function isOk(response: Buffer): boolean {
  const at = response.indexOf(Buffer.from([0x01, 0x6f, 0x6b, 0x00]));
  return at >= 0 && response.readDoubleLE(at + 4) === 1;
}
