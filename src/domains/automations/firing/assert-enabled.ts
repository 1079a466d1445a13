import { conflict } from '../../../kernel/app-error.js';
import { type StoredTrigger } from '../stored/stored-trigger.js';

/** @throws AppError `conflict`, code `trigger-disabled`. */
export function assertEnabled({ name, enabled }: Pick<StoredTrigger, 'name' | 'enabled'>): void {
  if (!enabled) throw conflict(`Trigger '${name}' is switched off`, 'trigger-disabled');
}
