import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { listOf } from '../../kernel/json-reading.js';
import { commandRun, commandRuns, RUNS_MAX } from './command-runs.js';
import { type Variables } from './variables.js';

/** The commands that a template runs, each once, in their order. */
export type TemplateCommands =
  | { readonly kind: 'commands'; readonly commands: readonly string[] }
  | { readonly kind: 'too-many'; readonly detail: string };

/** More than this no device is asked. */
const COMMANDS_MAX = 1000;

/** Makes up the commands of a template; one that lacks a variable is left out. */
export function templateCommands(template: JsonObject, variables: Variables): TemplateCommands {
  const found = new Set<string>();
  for (const command of listOf(template['commands'])) {
    if (!isJsonObject(command)) continue;
    const runs = commandRuns(command, variables);
    if (runs.kind === 'too-many')
      return { kind: 'too-many', detail: `a command would run more than ${RUNS_MAX} times` };
    for (const values of runs.runs) {
      const { evaluated, skipped } = commandRun(command, values);
      if (skipped === undefined) found.add(evaluated);
    }
    if (found.size > COMMANDS_MAX)
      return { kind: 'too-many', detail: `there would be more than ${COMMANDS_MAX} commands` };
  }
  return { kind: 'commands', commands: [...found] };
}
