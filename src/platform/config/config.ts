import { type Variable } from './variable.js';
import { VARIABLES } from './env.js';
import { externalSignInFaults } from './external-sign-in-faults.js';

type ValueOf<V> = V extends Variable<infer T> ? T : never;

/** The validated configuration, grouped as the table of variables is. */
export type Config = {
  readonly [G in keyof typeof VARIABLES]: {
    readonly [K in keyof (typeof VARIABLES)[G]]: ValueOf<(typeof VARIABLES)[G][K]>;
  };
};

const givenBy = new WeakMap<Config, ReadonlySet<string>>();

/** Names of the variables that were set when this configuration was read: these beat the profile. */
export function givenVariables(config: Config): ReadonlySet<string> {
  return givenBy.get(config) ?? new Set();
}

/** All faults of the environment at once: an operator mends them in one go. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** All variables in one list, in the table's order. */
export function allVariables(): readonly Variable<unknown>[] {
  return Object.values(VARIABLES).flatMap((group) => Object.values(group) as Variable<unknown>[]);
}

/**
 * Reads and checks the configuration. An empty variable counts as unset.
 * @throws ConfigError naming every variable, its rule and its value (secrets masked).
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  const read = (variable: Variable<unknown>): unknown => {
    const given = env[variable.env];
    if (given === undefined || given === '') return variable.fallback;
    const outcome = variable.parse(given);
    if ('value' in outcome) return outcome.value;
    faults.push(
      `${variable.env} ${outcome.fault}, but is ${variable.secret ? '<SECRET>' : JSON.stringify(given)}`,
    );
    return variable.fallback;
  };
  const groups = Object.entries(VARIABLES).map(([group, variables]) => [
    group,
    Object.freeze(
      Object.fromEntries(
        Object.entries(variables).map(([key, v]) => [key, read(v as Variable<unknown>)]),
      ),
    ),
  ]);
  if (env['MONGODB_URI'] && !env['SECRETS_KEYS']) {
    faults.push('SECRETS_KEYS must be set when MONGODB_URI is: every node needs the same keys');
  }
  // The groups were built from VARIABLES, key by key, with the value type of each row.
  const config = Object.freeze(Object.fromEntries(groups)) as Config;
  const { adminPassword, passwordLengthMin } = config.signIn;
  if (adminPassword && adminPassword.reveal().length < passwordLengthMin) {
    faults.push(
      `ADMIN_PASSWORD must have at least PASSWORD_LENGTH_MIN=${passwordLengthMin} characters`,
    );
  }
  faults.push(...externalSignInFaults(config));
  if (faults.length > 0) throw new ConfigError(faults);
  givenBy.set(config, new Set(Object.keys(env).filter((name) => env[name] !== '')));
  return config;
}
