import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signature is good this long before and after its time: clocks differ, and senders try again. */
export const REPLAY_WINDOW_SECONDS = 300;

/** What a signature header says. */
export interface PresentedSignature {
  /** Seconds since 1970, signed as well. */
  readonly seconds: number;
  /** In lower case, so that a signature has one spelling. */
  readonly hex: string;
}

const FORM = /^t=([1-9]\d{0,11}),v1=([0-9a-f]{64})$/;

/** Reads `t=<seconds since 1970>,v1=<hex>`; undefined for anything else. */
export function readSignature(header: string): PresentedSignature | undefined {
  const [, seconds, hex] = FORM.exec(header) ?? [];
  if (seconds === undefined || hex === undefined) return undefined;
  return { seconds: Number(seconds), hex };
}

/** HMAC-SHA256 of the time, a full stop and the body as it is sent. */
export function signatureOf(key: string, seconds: number, body: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`${String(seconds)}.`)
    .update(body)
    .digest();
}

/** What a presented signature is judged by. */
export interface SignedRequest {
  readonly key: string;
  readonly body: Uint8Array;
  readonly now: Date;
}

/** Whether the signature is of this body, made with the key, and of now. */
export function isGoodSignature(
  { seconds, hex }: PresentedSignature,
  { key, body, now }: SignedRequest,
): boolean {
  const isOurs = timingSafeEqual(signatureOf(key, seconds, body), Buffer.from(hex, 'hex'));
  return isOurs && Math.abs(now.getTime() / 1000 - seconds) <= REPLAY_WINDOW_SECONDS;
}
