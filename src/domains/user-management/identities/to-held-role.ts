import { type HeldGroup, type HeldRole } from '../../../kernel/principal.js';
import { type Group } from '../stored/group.js';
import { type Role } from '../stored/role.js';

/** What a stored role or group is called. */
export function toHeld({
  _id,
  provenance,
  name,
}: Pick<Role | Group, '_id' | 'provenance' | 'name'>): HeldRole & HeldGroup {
  return { id: _id, provenance, name };
}

/** A stored role as a principal holds it. */
export function toHeldRole({
  methods,
  ...role
}: Pick<Role, '_id' | 'provenance' | 'name' | 'methods'>): HeldRole {
  return { ...toHeld(role), ...(methods && { methods }) };
}
