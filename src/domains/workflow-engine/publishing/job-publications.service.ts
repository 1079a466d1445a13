import { Injectable } from '@nestjs/common';
import { EventPublisherService } from '../../../platform/events/event-publisher.service.js';
import { eventDeclaration } from '../../../platform/events/event-table.js';
import { type Publication } from '../../../cores/engine/commands.js';
import {
  assignedEvent,
  type JobEvent,
  openedEvent,
  overdueEvent,
  publishedEvent,
  type PublishedJob,
  type PublishedTask,
} from './job-event.js';
import { JobCounters } from '../metrics/job-counters.js';

/**
 * Tells of jobs and manual tasks. Ids of events follow from what happened, so whoever is stopped half-way
 * tells all of it again without making it twice.
 */
@Injectable()
export class JobPublicationsService {
  constructor(
    private readonly events: EventPublisherService,
    private readonly counters: JobCounters,
  ) {}

  /**
   * Tells what a step made known; resolves once it is stored.
   * @param rev the revision of the job that the step made.
   * @throws what the database says: then all of it is to be told again.
   */
  async publish(
    job: PublishedJob,
    publications: readonly Publication[],
    rev: number,
  ): Promise<void> {
    await this.store(
      job,
      publications.map((publication, place) => publishedEvent(job, publication, { rev, place })),
    );
    this.counters.count(publications);
  }

  /** Tells of manual tasks that have come to be. @throws as `publish` does. */
  async opened(job: PublishedJob, tasks: readonly PublishedTask[]): Promise<void> {
    await this.store(
      job,
      tasks.map((task) => openedEvent(job, task)),
    );
  }

  /** Tells that a manual task has gone to somebody, at this time. */
  async assigned(
    job: PublishedJob,
    task: PublishedTask,
    to: { readonly owner: string; readonly at: Date },
  ): Promise<void> {
    await this.store(job, [assignedEvent(job, task, to.owner, to.at)]);
  }

  /** Tells that a manual task was not worked in time. @throws as `publish` does. */
  async overdue(job: PublishedJob, task: PublishedTask): Promise<void> {
    await this.store(job, [overdueEvent(job, task)]);
  }

  private async store(job: PublishedJob, events: readonly JobEvent[]): Promise<void> {
    const actor = job.startedBy?.username ?? null;
    await Promise.all(
      events.map(({ event, id, payload }) => {
        const { source, topic } = eventDeclaration(event);
        return this.events.append({ source, topic, payload, actor, id });
      }),
    );
  }
}
