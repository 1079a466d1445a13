import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { MadeTemplate, TemplateDocument } from './templates.dto.js';

/** An analytic template to make, to change or to judge. */
export class AnalyticTemplateRequest {
  @FreeObject({ note: 'An analytic template document; only its name is required' })
  readonly template!: JsonObject;
}

/** Answer of operation 14. */
export class CreateAnalyticTemplateAnswer {
  @Nested(() => MadeTemplate)
  readonly result!: MadeTemplate;
}

/** What is wrong at one place of a template. */
export class ShownTemplateProblem {
  @Text({ note: 'JSON pointer into the template' })
  readonly pointer!: string;

  @Text()
  readonly detail!: string;

  @OneOf(['error', 'warning'], {
    note: 'Errors keep a template from being stored; what a warning names fails in every run',
  })
  readonly severity!: 'error' | 'warning';
}

/** Whether a template can be stored. */
export class AnalyticTemplateVerdictAnswer {
  @Flag({ note: 'There are no errors' })
  readonly valid!: boolean;

  @ListOf(() => ShownTemplateProblem)
  readonly problems!: readonly ShownTemplateProblem[];
}

/** Outputs of commands, as a run of a command template answers them. */
@OpenShape()
export class CommandOutputsGiven {
  @ListOf('object', { note: 'Only `raw` or `evaluated`, `device` and `response` are read' })
  readonly commands_results!: readonly JsonObject[];
}

/** Outputs before the change. */
@OpenShape()
export class WrappedPre {
  @Nested(() => CommandOutputsGiven)
  readonly pre!: CommandOutputsGiven;
}

/** Outputs after the change. */
@OpenShape()
export class WrappedPost {
  @Nested(() => CommandOutputsGiven)
  readonly post!: CommandOutputsGiven;
}

/** Input of operation 15. */
export class RunAnalyticTemplateDevicesRequest {
  @Nested(() => WrappedPre)
  readonly pre!: WrappedPre;

  @Nested(() => WrappedPost)
  readonly post!: WrappedPost;

  @Text({ min: 1, max: 512 })
  readonly analytic_template_name!: string;

  @FreeObject({ note: 'Texts, numbers and booleans for `<!name!>`' })
  readonly variables!: JsonObject;
}

/** The same on outputs that are not wrapped twice. */
export class RunAnalyticTemplateRequest {
  @Nested(() => CommandOutputsGiven)
  readonly pre!: CommandOutputsGiven;

  @Nested(() => CommandOutputsGiven)
  readonly post!: CommandOutputsGiven;

  @Text({ min: 1, max: 512 })
  readonly analytic_template_name!: string;

  @FreeObject({ note: 'Texts, numbers and booleans for `<!name!>`' })
  readonly variables!: JsonObject;
}

/** How a run is made. */
export class RunTemplateQuery {
  @Flag({ optional: true, note: 'Keep the verdict, for `GET /mop/analyticTemplateResults`' })
  readonly store?: boolean;
}

/** What became of a pair of commands on one device. */
export class JudgedDevice {
  @Text({ nullable: true, note: 'null for outputs that name none' })
  readonly device!: string | null;

  @Flag()
  readonly result!: boolean;

  @Text({ optional: true, note: 'Where there is not one output of each command' })
  readonly error?: string;

  @ListOf('object', { note: 'Verdicts in the order of the rules' })
  readonly rules!: readonly JsonObject[];

  @Text({ nullable: true, note: 'The output as HTML; null where there is none, or no room for it' })
  readonly preCommandResHTML!: string | null;

  @Text({ nullable: true })
  readonly postCommandResHTML!: string | null;
}

/** A rule with its verdict. */
@OpenShape()
export class JudgedRule {
  @Flag({ note: 'True when it passed on every device' })
  readonly result!: boolean;

  @Text({ note: 'How it compares, however the template spells that' })
  readonly evaluation!: string;

  @Text({ optional: true, nullable: true, note: 'What was compared; absent with several devices' })
  readonly preElm?: string | null;

  @Text({ optional: true, nullable: true })
  readonly postElm?: string | null;

  @Text({ optional: true, note: 'Why it failed before anything was compared' })
  readonly error?: string;

  @ListOf('text', { optional: true, note: 'Of tables: keys of rows after the change alone' })
  readonly added?: readonly string[];

  @ListOf('text', { optional: true, note: 'Of tables: keys of rows before the change alone' })
  readonly removed?: readonly string[];

  @ListOf('object', { optional: true, note: 'Of tables: `key`, `pre` and `post` of other rows' })
  readonly changed?: readonly JsonObject[];

  @FreeObject({ optional: true, note: 'Of tables: how many rows are `same`, `changed`, …' })
  readonly rows?: JsonObject;
}

/** A pair of commands with its verdict. */
@OpenShape()
export class JudgedPair {
  @Flag({ note: 'True when it passed on every device' })
  readonly result!: boolean;

  @Text({ optional: true, note: 'Where there is not one output of each command on each device' })
  readonly error?: string;

  @ListOf(() => JudgedRule)
  readonly rules!: readonly JudgedRule[];

  @ListOf(() => JudgedDevice, { optional: true, note: 'Where outputs name devices' })
  readonly devices?: readonly JudgedDevice[];

  @Text({ nullable: true, note: 'The output as HTML; null with several devices, see there' })
  readonly preCommandResHTML!: string | null;

  @Text({ nullable: true })
  readonly postCommandResHTML!: string | null;
}

/** An analytic template with its verdicts. */
@OpenShape()
export class JudgedTemplate extends TemplateDocument {
  @Flag()
  readonly result!: boolean;

  @ListOf(() => JudgedPair)
  readonly prepostCommands!: readonly JudgedPair[];

  @Text({ optional: true, note: 'Id of the verdict that was kept' })
  readonly verdictId?: string;
}

/** Answer of operation 15. */
export class RunAnalyticTemplateAnswer {
  @Nested(() => JudgedTemplate)
  readonly analytic_template_results!: JudgedTemplate;
}
