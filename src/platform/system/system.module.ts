import { Global, Module } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { IdSource } from '../../kernel/ids.js';
import { RandomIdSource } from './random-id-source.js';
import { SystemClock } from './system-clock.js';

/** Time and identifiers, the two things no pure function can make (global: everyone needs them). */
@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: IdSource, useClass: RandomIdSource },
  ],
  exports: [Clock, IdSource],
})
export class SystemModule {}
