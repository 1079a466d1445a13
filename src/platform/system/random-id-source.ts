import { randomBytes } from 'node:crypto';
import { IdSource } from '../../kernel/ids.js';

/** Four bytes of time and eight random ones: sortable by age, like every id of the platform. */
export class RandomIdSource extends IdSource {
  override next(): string {
    const seconds = Math.floor(Date.now() / 1000);
    return seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
  }
}
