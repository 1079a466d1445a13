import { randomBytes } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { IdSource } from '../kernel/ids.js';

const systemClock: Clock = { now: () => new Date() };

/** Four bytes of time and eight random ones: sortable by age, like every id of the platform. */
const systemIds: IdSource = {
  next: () =>
    Math.floor(Date.now() / 1000)
      .toString(16)
      .padStart(8, '0') + randomBytes(8).toString('hex'),
};

/** Time and identifiers, the two things no pure function can make (global: tests replace them). */
@Global()
@Module({
  providers: [
    { provide: Clock, useValue: systemClock },
    { provide: IdSource, useValue: systemIds },
  ],
  exports: [Clock, IdSource],
})
export class SystemModule {}
