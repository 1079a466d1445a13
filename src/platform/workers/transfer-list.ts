/**
 * What `postMessage` transfers of a value: the memory of bytes, which takes no time however many there are; who
 * sends them has them no more. Other values, and bytes that lie in a memory with others, are copied.
 */
export function transferListOf(value: unknown): readonly ArrayBuffer[] {
  if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) return [];
  return value.byteLength === value.buffer.byteLength ? [value.buffer] : [];
}
