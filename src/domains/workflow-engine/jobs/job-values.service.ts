import { Injectable } from '@nestjs/common';
import { type JsonValue } from '../../../kernel/json.js';
import { type TaskOutcome } from '../engine/commands.js';
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

  /**
   * What a worker made of an iteration, as text: large values lie apart, secret ones are sealed.
   * @param isSecret whether all of it is, because something secret came in.
   */
  keepOutcome(_jobId: string, _outcome: TaskOutcome, _isSecret: boolean): Promise<string> {
    return Promise.reject(new Error('not there yet'));
  }

  /** What `keepOutcome` wrote, in clear text. */
  readOutcome(_jobId: string, _kept: string): Promise<TaskOutcome> {
    return Promise.reject(new Error('not there yet'));
  }

  /** Of the text that a job or an iteration keeps. */
  decode(_encoded: string): HeldValues {
    throw new Error('not there yet');
  }
}
