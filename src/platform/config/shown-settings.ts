import { type Config } from './config.js';
import { VARIABLES } from './env.js';
import { type Variable } from './variable.js';

/** Every setting by the name of its variable, as text; secrets and what may hold one by a placeholder. */
export function shownSettings(config: Config): Readonly<Record<string, string>> {
  const groups = config as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const rows = Object.entries(VARIABLES).flatMap(([group, variables]) =>
    Object.entries(variables).map(([key, variable]) => {
      const { env, secret } = variable as Variable<unknown>;
      return [env, shown(groups[group]?.[key], secret)] as const;
    }),
  );
  return Object.fromEntries(rows);
}

function shown(value: unknown, secret: boolean): string {
  if (value === undefined || value === null) return '';
  if (secret) return '<SECRET>';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
