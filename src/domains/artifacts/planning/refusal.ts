import { AppError } from '../../../kernel/app-error.js';
import { type ChangePlan } from './change-plan.js';

/** Why a plan cannot be applied: the first of its problems, and beside it all of them. */
export function refusalOf({ problems }: ChangePlan): AppError | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const all = problems.map(({ code, detail, reasons }) => ({
    code,
    detail,
    reasons: [...reasons],
  }));
  return new AppError('conflict', first.detail, { code: first.code, current: { problems: all } });
}

/** Somebody names a plan that is not the one that would be applied. */
export function planChanged({ hash }: ChangePlan): AppError {
  const detail =
    'Packages, documents or repositories have changed since the plan was made; plan again';
  return new AppError('conflict', detail, { code: 'plan-changed', current: { plan: hash } });
}
