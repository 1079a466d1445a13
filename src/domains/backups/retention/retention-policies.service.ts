import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '#api/revision/stale-revision.js';
import { invalidInput, notFound } from '#kernel/app-error.js';
import { foldText } from '#kernel/folded-text.js';
import { IdSource } from '#kernel/ids.js';
import { type Page } from '#kernel/page.js';
import { type StoredList } from '#platform/database/lists/stored-filter.js';
import { type Principal } from '#kernel/principal.js';
import { noteChange } from '#platform/audit/request-notes.js';
import { type AuditedObject } from '#platform/request-context/audited-change.js';
import { callerLimits } from '#platform/auth/caller-limits.js';
import { LinearPattern } from '#cores/patterns/linear-pattern.js';
import {
  type PolicyAuthor,
  type PolicyFields,
  policyFacts,
  type RetentionPolicy,
} from './retention-policy.js';
import { RetentionPoliciesRepository } from './retention-policies.repository.js';

/** Policies of retention as users manage them. */
@Injectable()
export class RetentionPoliciesService {
  constructor(
    private readonly policies: RetentionPoliciesRepository,
    private readonly ids: IdSource,
  ) {}

  async list(part: StoredList): Promise<Page<RetentionPolicy>> {
    return this.policies.list(part);
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<RetentionPolicy> {
    const found = await this.policies.find(id);
    if (!found) throw notFound('Retention policy', id);
    return found;
  }

  /** @throws AppError `invalid-input`, `conflict` for a taken name. */
  async create(fields: PolicyFields, by: Principal): Promise<RetentionPolicy> {
    assertSound(fields);
    const derived = { _id: this.ids.next(), nameFolded: foldText(fields.name) };
    const made = { ...derived, author: authorOf(by) };
    const policy = { ...fields, ...made, revision: 1, lastRun: null, lastDeleted: 0 };
    await this.policies.insert(policy);
    noteChange({ object: audited(policy), before: null, after: policyFacts(policy) });
    return policy;
  }

  /** It is the caller's from now on. @throws AppError `invalid-input`, `not-found`, `conflict`, `precondition-failed`. */
  async replace(
    id: string,
    fields: PolicyFields,
    expected: number | undefined,
    by: Principal,
  ): Promise<RetentionPolicy> {
    assertSound(fields);
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    const derived = { nameFolded: foldText(fields.name), author: authorOf(by) };
    const policy = { ...present, ...fields, ...derived };
    if (!(await this.policies.replace(policy))) throw staleRevision(expected);
    const [before, after] = [policyFacts(present), policyFacts(policy)];
    noteChange({ object: audited(policy), before, after });
    return { ...policy, revision: present.revision + 1 };
  }

  /** @throws AppError `not-found`, `conflict`, `precondition-failed`. */
  async remove(id: string, expected: number | undefined): Promise<void> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    if (!(await this.policies.remove(id, present.revision))) throw staleRevision(expected);
    noteChange({ object: audited(present), before: policyFacts(present), after: null });
  }
}

function authorOf({ id, username }: Principal): PolicyAuthor {
  return { id, username, limits: callerLimits() };
}

function assertSound({ namePattern }: PolicyFields): void {
  const reading = LinearPattern.compile(namePattern, { ignoreCase: true });
  if (reading.kind === 'refused')
    throw invalidInput([{ pointer: '#/namePattern', detail: reading.detail }]);
}

function audited({ _id, name }: RetentionPolicy): AuditedObject {
  return { type: 'retention-policy', id: _id, name };
}
