import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error.js';

/** Something that documents may refer to. */
export interface Referred {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** What messages call its kind. */
  readonly label: string;
}

/** A document that refers to something. */
export interface Referrer {
  readonly kind: string;
  readonly name: string;
}

/** Finds some of those that refer to something. */
export type FindReferrers = (to: Referred, limit: number) => Promise<readonly Referrer[]>;

const SHOWN_MAX = 20;

/** Where those who own what refers to other things meet those who delete them. */
@Injectable()
export class Referrers {
  private readonly finders: FindReferrers[] = [];

  register(find: FindReferrers): void {
    this.finders.push(find);
  }

  /**
   * For what is about to be deleted. Somebody may begin to refer to it a moment later: this helps
   * people, and is no guarantee.
   * @throws AppError `conflict`, code `in-use`, with the first that refer to it.
   */
  async assertNone(to: Referred): Promise<void> {
    const found = await Promise.all(this.finders.map((find) => find(to, SHOWN_MAX + 1)));
    const all = found.flat();
    if (all.length === 0) return;
    const usedBy = all.slice(0, SHOWN_MAX).map(({ kind, name }) => ({ kind, name }));
    const words = usedBy.map(({ kind, name }) => `${kind} '${name}'`).join(', ');
    const more = all.length > SHOWN_MAX ? ' and others' : '';
    throw new AppError(
      'conflict',
      `${to.label} '${to.name}' is used by ${words}${more}; ?force=true deletes it all the same`,
      { code: 'in-use', current: { usedBy } },
    );
  }
}
