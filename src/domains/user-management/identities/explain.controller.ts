import { Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { operationSpec } from '../../../api/operations/operations.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { AppError } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { holdsAnyRole, type Principal } from '../../../kernel/principal.js';
import { ExplainAccessAnswer, ExplainAccessQuery, type ExplainedOperation } from './explain.dto.js';
import { type Explained, ExplainService } from './explain.service.js';

/** Why callers are admitted or refused. */
@Controller()
export class ExplainController {
  constructor(private readonly explanations: ExplainService) {}

  @Operation('explainAccess', ExplainAccessAnswer)
  async explainAccess(
    @QueryObject() { operation, account, object }: ExplainAccessQuery,
    @CurrentPrincipal() caller: Principal,
  ): Promise<ExplainAccessAnswer> {
    assertMayAsk(caller, account, object);
    const query = { operation, account: account ?? caller.id, object };
    return toAnswer(await this.explanations.explain(query));
  }
}

/**
 * Everybody may ask about himself. What guards an object, and whether there is one, are for administrators.
 * @throws AppError `forbidden`
 */
function assertMayAsk(caller: Principal, account?: string, object?: string): void {
  if (holdsAnyRole(caller, 'UserManagement', ['admin'])) return;
  const names = [caller.id, caller.username].map(foldText);
  const isOwn = account === undefined || names.includes(foldText(account.trim()));
  if (isOwn && object === undefined) return;
  const detail = 'Only administrators may ask about other accounts and about objects';
  throw new AppError('forbidden', detail);
}

function toAnswer({ operation, account, object, ...explanation }: Explained): ExplainAccessAnswer {
  const { _id, provenance, username, inactive } = account;
  return {
    operation: toOperation(operation),
    account: { id: _id, provenance, username, inactive },
    object: object && { type: object.type, id: object.id, found: object.gbac !== null },
    ...explanation,
  };
}

function toOperation({ id, path }: Explained['operation']): ExplainedOperation {
  const { method, application, access } = operationSpec(id);
  const shown = { id, method, path, application };
  if (access === 'signed-in') return { ...shown, access, roles: [] };
  if ('open' in access) return { ...shown, access: 'everyone', roles: [] };
  return { ...shown, access: 'roles', roles: access.roles };
}
