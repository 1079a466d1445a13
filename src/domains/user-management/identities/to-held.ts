import { type HeldGroup, type HeldRole } from '../../../kernel/principal.js';
import { type Group } from '../stored/group.js';
import { type Role } from '../stored/role.js';

/** A stored role or group as a principal holds it. */
export function toHeld({
  _id,
  provenance,
  name,
}: Pick<Role | Group, '_id' | 'provenance' | 'name'>): HeldRole & HeldGroup {
  return { id: _id, provenance, name };
}
