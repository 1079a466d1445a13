import { Inject, Injectable } from '@nestjs/common';
import { findOperation } from '../../../api/operations/find-operation.js';
import { mountedPath } from '../../../api/operations/mounted-path.js';
import { type OperationId, operationSpec } from '../../../api/operations/operations.js';
import { invalidInput, notFound } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { GuardedObjects } from '../../../platform/auth/guarded-objects.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type Account } from '../stored/account.js';
import { AccountsRepository } from '../stored/accounts.repository.js';
import { GroupsRepository } from '../stored/groups.repository.js';
import { type AccessExplanation, explainAccess, type ExplainedObject } from './explain-access.js';
import { IdentitiesService } from './identities.service.js';
import { toHeld } from './to-held-role.js';

/** The question: by whom, what, and on which object. */
export interface ExplainQuery {
  /** Id of an operation, or method and path. */
  readonly operation: string;
  /** Id or user name. */
  readonly account: string;
  /** `type/id`. */
  readonly object?: string | undefined;
}

/** The answer, with what the question was found to mean. */
export interface Explained extends AccessExplanation {
  /** Its path is where it is served, with its parameters by their names. */
  readonly operation: { readonly id: OperationId; readonly path: string };
  readonly account: Account;
  readonly object: ExplainedObject | null;
}

/** Says why a caller is admitted to an operation and an object, or is not. */
@Injectable()
export class ExplainService {
  constructor(
    private readonly identities: IdentitiesService,
    private readonly accounts: AccountsRepository,
    private readonly groups: GroupsRepository,
    private readonly objects: GuardedObjects,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Explains the access of the account as it is now; a credential that is restricted to some of its
   * roles has less.
   * @throws AppError `invalid-input` for an operation or a kind of object that is not known,
   * `not-found` for an unknown account.
   */
  async explain(query: ExplainQuery): Promise<Explained> {
    const { orchestratorBaseUrl } = this.config.server;
    const id = operationOf(query.operation, orchestratorBaseUrl);
    const spec = operationSpec(id);
    const operation = { id, path: mountedPath(spec, orchestratorBaseUrl) };
    const account = await this.accountOf(query.account);
    const [sources, object] = await Promise.all([
      this.identities.explainable(account),
      query.object === undefined ? null : this.objectOf(query.object),
    ]);
    const explanation = explainAccess({
      ...sources,
      account,
      operation: { id, spec },
      ...(object && { object }),
    });
    return { ...explanation, operation, account, object };
  }

  /** An id goes before a user name that looks like it. */
  private async accountOf(given: string): Promise<Account> {
    const found =
      (await this.accounts.findById(given)) ??
      (await this.accounts.findByName(foldText(given.trim())));
    if (!found) throw notFound('Account', given);
    return found;
  }

  private async objectOf(given: string): Promise<ExplainedObject> {
    const slash = given.indexOf('/');
    const type = given.slice(0, Math.max(slash, 0));
    const known = this.objects.get(type);
    if (!known) throw invalidInput([{ pointer: '#/object', detail: this.mustBeOneOf() }]);
    const id = given.slice(slash + 1);
    const gbac = (await known.find(id))?.gbac ?? null;
    const named = gbac ? await this.groups.findReferred([...gbac.read, ...gbac.write], []) : [];
    const groups = named.map(toHeld);
    return { type, id, application: known.application, gbac, groups };
  }

  private mustBeOneOf(): string {
    const names = this.objects.names();
    if (names.length === 0) return 'must be left out: no kind of object has group-based access yet';
    return `must be one of ${names.map((name) => `${name}/{id}`).join(', ')}`;
  }
}

function operationOf(given: string, baseUrl: string): OperationId {
  const id = findOperation(given, baseUrl);
  if (id) return id;
  const detail = 'must be the id of an operation, or its method and path: GET /whoami';
  throw invalidInput([{ pointer: '#/operation', detail }]);
}
