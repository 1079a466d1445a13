/**
 * The memory of bytes that go to another thread as they are, which takes no time however many there are; who sends
 * them has them no more. None for other values, and for bytes that lie in a memory with others: these are copied.
 */
export function handedOver(value: unknown): readonly ArrayBuffer[] {
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) return [];
  return value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
}
