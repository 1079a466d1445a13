/** A frame of an event stream. */
export interface Frame {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

const LINE_END = /\r\n|\n|\r/;

/** The frames of a `text/event-stream` that have data; comments are left out. */
export async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      yield* blocks.map(frameOf).filter(({ data }) => data !== '');
    }
  } finally {
    // Ends the request when whoever reads has had enough.
    await reader.cancel().catch(() => undefined);
  }
}

function frameOf(block: string): Frame {
  const fields = new Map<string, string[]>();
  for (const line of block.split(LINE_END)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  const last = (name: string): string => fields.get(name)?.at(-1) ?? '';
  return { id: last('id'), event: last('event'), data: (fields.get('data') ?? []).join('\n') };
}
