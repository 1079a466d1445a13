import { once } from 'node:events';
import { type ClientRequest, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { eventually } from './eventually.js';
import { type TestApp } from './start-app.js';

/** A frame of an event stream. */
export interface Frame<T> {
  readonly id: string;
  /** Its name; empty for one without a name. */
  readonly event: string;
  readonly data: T;
}

/** Somebody who reads frames over HTTP, as a browser does. */
export class FrameReader<T> {
  readonly frames: Frame<T>[] = [];
  isEnded = false;
  status = 0;
  headers: IncomingHttpHeaders = {};
  #request: ClientRequest | undefined;

  async open(on: TestApp, path: string, token: string, headers = {}): Promise<this> {
    const request = get(new URL(path, on.url), {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
      agent: false,
    });
    this.#request = request;
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    this.status = answer.statusCode ?? 0;
    this.headers = answer.headers;
    void this.#read(answer).catch(() => undefined);
    return this;
  }

  leave(): void {
    this.#request?.destroy();
  }

  /** The frames, once there is one like this. */
  async until(isIt: (frame: Frame<T>) => boolean): Promise<readonly Frame<T>[]> {
    return eventually(
      () => Promise.resolve(this.frames),
      (frames) => frames.some(isIt),
    );
  }

  /** The frames, once there are so many. */
  async untilCount(count: number): Promise<readonly Frame<T>[]> {
    return eventually(
      () => Promise.resolve(this.frames),
      ({ length }) => length >= count,
    );
  }

  async untilEnd(): Promise<void> {
    await eventually(
      () => Promise.resolve(this.isEnded),
      (isEnded) => isEnded,
    );
  }

  async #read(body: IncomingMessage): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of body as AsyncIterable<Uint8Array>) {
      rest += decoder.decode(bytes, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
    }
    this.isEnded = true;
  }

  #take(block: string): void {
    const [, id, event = '', data] = /^id: (\d+)\n(?:event: (\w+)\n)?data: (.*)$/.exec(block) ?? [];
    if (id === undefined || data === undefined) return;
    this.frames.push({ id, event, data: JSON.parse(data) as T });
  }
}
