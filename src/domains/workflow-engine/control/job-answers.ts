import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import { type JobShape } from '../answer/job.dto.js';
import { toJobAnswer } from '../answer/to-job-answer.js';
import { type StoredJob } from '../store/stored-job.js';
import { JobReaderService } from '../listing/job-reader.service.js';
import { type JobAnswer } from '../listing/listed-jobs.dto.js';

/** Jobs as operations answer them once they have changed. */
@Injectable()
export class JobAnswers {
  constructor(private readonly reader: JobReaderService) {}

  async job(job: StoredJob, principal: Principal): Promise<JobShape> {
    return toJobAnswer(await this.reader.view(job, principal));
  }

  async answer(message: string, job: StoredJob, principal: Principal): Promise<JobAnswer> {
    return { message, data: await this.job(job, principal), metadata: {} };
  }
}
