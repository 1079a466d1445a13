import { type Role } from './role.js';
import { type ShownRole } from './roles.dto.js';

/** A role as every answer shows it. */
export function toRole({ _id, provenance, name, description }: Role): ShownRole {
  return { _id, provenance, name, description };
}
