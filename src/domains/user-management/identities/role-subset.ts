import { foldText } from '../../../kernel/folded-text.js';
import { type HeldRole, type Principal } from '../../../kernel/principal.js';

/** What of a request for roles can be granted, and what cannot. */
export interface RoleSubset {
  /** Ids, each once. */
  readonly roles: readonly string[];
  /** As they were requested. */
  readonly notHeld: readonly string[];
}

/**
 * The roles meant by ids or names, out of those that the owner of a token holds. A name stands for
 * every role of that name that he holds: one for each application perhaps.
 */
export function roleSubset(held: readonly HeldRole[], requested: readonly string[]): RoleSubset {
  const found = requested.map((text) => ({
    text,
    ids: held
      .filter(({ id, name }) => id === text || foldText(name) === foldText(text))
      .map(({ id }) => id),
  }));
  return {
    roles: [...new Set(found.flatMap(({ ids }) => ids))],
    notHeld: found.filter(({ ids }) => ids.length === 0).map(({ text }) => text),
  };
}

/** Its owner as a token speaks for him: with the roles of the token that he holds now, no others. */
export function restricted(principal: Principal, roles: readonly string[] | null): Principal {
  if (roles === null) return principal;
  return { ...principal, roles: principal.roles.filter(({ id }) => roles.includes(id)) };
}
