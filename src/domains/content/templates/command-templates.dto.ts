import { FreeObject, ListOf } from '../../../api/fields/structures.js';
import { Flag, Text } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';

/** A command template to make, or what takes the place of one. */
export class CommandTemplateRequest {
  @FreeObject({ note: 'A command template document; only its name is required' })
  readonly mop!: JsonObject;
}

/** Outputs to hold against a command template. */
export class EvaluateTemplateRequest {
  @Text({ min: 1, max: 512, note: 'Name of the template; its id does as well' })
  readonly template!: string;

  @FreeObject({ optional: true, note: 'Values for `<!name!>`; a list is a run for each element' })
  readonly variables?: JsonObject;

  @ListOf('object', {
    note: '`command` or `evaluated` as it was run, `device` where there are several, `response`',
  })
  readonly results!: readonly JsonObject[];
}

/** A command template to run on devices. */
export class RunCommandTemplateRequest {
  @Text({ min: 1, max: 512, note: 'Name of the template; its id does as well' })
  readonly template!: string;

  @FreeObject({ optional: true, note: 'Values for `<!name!>`; a list is a run for each element' })
  readonly variables?: JsonObject;

  @ListOf('text', { maxItems: 1000, itemMax: 512, note: 'Names of devices' })
  readonly devices!: string[];
}

/** A command that only reads, to run on devices. */
export class RunCommandDevicesRequest {
  @Text({ min: 1, max: 4096 })
  readonly command!: string;

  @ListOf('text', { maxItems: 1000, itemMax: 512, note: 'Names of devices' })
  readonly devices!: string[];
}

/** What one device answered to a command. */
export class DeviceResponse {
  @Text()
  readonly device!: string;

  @Text({ note: 'The command' })
  readonly raw!: string;

  @Text({ note: 'What the device answered, or why there is no answer; secrets are masked' })
  readonly response!: string;

  @Flag({ note: 'Whether the device has answered' })
  readonly success!: boolean;
}

/** What became of a command on one device. */
export class CommandResult {
  @Text({ note: 'The command as the template has it' })
  readonly raw!: string;

  @Text({ note: 'The same as `evaluated`' })
  readonly command!: string;

  @Text({ note: 'The command with its variables put in' })
  readonly evaluated!: string;

  @Text({ nullable: true, note: 'null for outputs that name none' })
  readonly device!: string | null;

  @Text({ nullable: true, note: 'null where there is no room for it' })
  readonly response!: string | null;

  @FreeObject({ note: 'The variables of this run' })
  readonly parameters!: JsonObject;

  @Flag({ note: 'All rules must pass, not only one' })
  readonly all_pass_flag!: boolean;

  @Flag()
  readonly result!: boolean;

  @ListOf('object', {
    note: 'Rules with their variables put in (`raw`: without), their `result`, and an `error` where one occurred',
  })
  readonly rules!: readonly JsonObject[];

  @Flag({ optional: true, note: 'The command lacks a variable' })
  readonly skipped?: boolean;

  @Text({ optional: true, note: 'Why no rule was judged' })
  readonly error?: string;
}

/** Results of a command template, as a run of it on devices would answer them. */
export class TemplateResults {
  @Text()
  readonly name!: string;

  @Flag({ note: 'All commands must pass, not only one' })
  readonly all_pass_flag!: boolean;

  @Flag()
  readonly result!: boolean;

  @ListOf(() => CommandResult)
  readonly commands_results!: readonly CommandResult[];

  @ListOf(() => CommandResult, { note: 'The same, where some clients read it' })
  readonly command_results!: readonly CommandResult[];
}
