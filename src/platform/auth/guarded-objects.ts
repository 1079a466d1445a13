import { Injectable } from '@nestjs/common';
import { type Gbac } from '../../kernel/gbac.js';
import { type Application } from '../../kernel/principal.js';

/** A kind of objects with group-based access, registered by the domain that owns them. */
export interface GuardedType {
  /** The application whose admin passes. */
  readonly application: Application;
  /** The group-based access of the object; null when there is none of that id. */
  readonly find: (id: string) => Promise<{ readonly gbac: Gbac } | null>;
  /** Names of some objects that name a group. Absent where objects have the groups of others. */
  readonly namesGuardedBy?: (groupId: string, limit: number) => Promise<readonly string[]>;
}

/**
 * The kinds of objects that have group-based access, by the name that callers write before the
 * slash: `automation/…`. A registry, because user management explains access to objects of domains
 * that it does not know.
 */
@Injectable()
export class GuardedObjects {
  private readonly types = new Map<string, GuardedType>();

  /** Called once by each domain, when its module starts. */
  register(name: string, type: GuardedType): void {
    this.types.set(name, type);
  }

  /** Undefined for a kind that nobody registered. */
  get(name: string): GuardedType | undefined {
    return this.types.get(name);
  }

  /** Some objects of every kind that name a group. */
  async guardedBy(
    groupId: string,
    limit: number,
  ): Promise<readonly { readonly kind: string; readonly name: string }[]> {
    const found = await Promise.all(
      [...this.types].map(async ([kind, { namesGuardedBy }]) => {
        const names = (await namesGuardedBy?.(groupId, limit)) ?? [];
        return names.map((name) => ({ kind, name }));
      }),
    );
    return found.flat().slice(0, limit);
  }

  /** Names of all kinds, sorted. */
  names(): readonly string[] {
    return [...this.types.keys()].sort();
  }
}
