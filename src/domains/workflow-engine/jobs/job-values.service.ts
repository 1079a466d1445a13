import { Injectable } from '@nestjs/common';
import { type JsonValue } from '../../../kernel/json.js';
import { type HeldValue, type HeldValues } from '../engine/held-value.js';

/** How values of a job are written down and read again: small ones in place, large ones apart, secret ones sealed. */
@Injectable()
export class JobValues {
  /** The values in clear text. */
  read(_jobId: string, _values: HeldValues): Promise<Record<string, JsonValue>> {
    return Promise.reject(new Error('not there yet'));
  }

  /** As people see them: what is secret is `<SECRET>`. */
  shown(_jobId: string, _values: HeldValues): Promise<Record<string, JsonValue>> {
    return Promise.reject(new Error('not there yet'));
  }

  /** One value in clear text; undefined when it is not there any more. */
  readOne(_jobId: string, _value: HeldValue): Promise<JsonValue | undefined> {
    return Promise.reject(new Error('not there yet'));
  }

  /** Of the text that a job or an iteration keeps. */
  decode(_encoded: string): HeldValues {
    throw new Error('not there yet');
  }
}
