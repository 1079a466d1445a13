import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type Frame, framesOf } from './frames.js';

const STREAM =
  ': hello\n\nid: 7\nevent: change\ndata: {"a":"ü"}\n\n: beat\n\nid: 8\r\ndata: x\r\ndata: y\r\n\r\ndata: never ended';
const FRAMES = [
  { id: '7', event: 'change', data: '{"a":"ü"}' },
  { id: '8', event: '', data: 'x\ny' },
];

async function read(chunks: readonly Uint8Array[]): Promise<readonly Frame[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const frames: Frame[] = [];
  for await (const frame of framesOf(body)) frames.push(frame);
  return frames;
}

describe('frames of an event stream', () => {
  it('are the same however the bytes arrive', async () => {
    const bytes = new TextEncoder().encode(STREAM);
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const places = [0, ...at.toSorted((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, n) => bytes.slice(places[n], end));
        expect(await read(chunks)).toEqual(FRAMES);
      }),
    );
  });

  it('end the request when the reader has had enough', async () => {
    let isCanceled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode('data: x\n\n'));
      },
      cancel: () => {
        isCanceled = true;
      },
    });
    const frames = framesOf(body);
    await frames.next();
    await frames.return();
    expect(isCanceled).toBe(true);
  });
});
