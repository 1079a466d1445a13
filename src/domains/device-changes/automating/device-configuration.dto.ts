import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Text, Whole } from '../../../api/fields/values.js';
import { DoneAnswer } from '../../../api/answers/done.dto.js';

/** The configuration of a device as it is now. */
export class DeviceConfigurationAnswer {
  @Text({ note: 'Name of the device' })
  readonly device!: string;

  @Text({ example: 'native', note: 'As the device writes it' })
  readonly format!: string;

  @Text({ note: 'Secrets are masked' })
  readonly config!: string;
}

/** Whether a device answers. */
export class DeviceAliveAnswer {
  @Flag({ note: 'A session could be opened' })
  readonly response!: boolean;

  @Text({ note: 'Name of the device' })
  readonly name!: string;

  @Text({ optional: true, note: 'Why none could be opened, for programs' })
  readonly code?: string;

  @Text({ optional: true, note: 'The same in words' })
  readonly detail?: string;
}

/** Lines for a device, as existing clients send them. */
class ApplyConfigurationGiven {
  @Text({ min: 1, max: 512, optional: true, note: 'Must be the one in the path' })
  readonly device?: string;

  @Text({ min: 1, max: 1_000_000, note: 'Lines, parted by line breaks' })
  readonly config!: string;
}

/** A configuration to push. */
export class ApplyConfigurationRequest {
  @Nested(() => ApplyConfigurationGiven)
  readonly config!: ApplyConfigurationGiven;
}

/** What pushing a configuration has changed. */
export class ApplyConfigurationAnswer extends DoneAnswer {
  @Text({ note: 'Name of the device' })
  readonly device!: string;

  @Text({ note: 'What changed, secrets masked; empty for nothing' })
  readonly diff!: string;
}

/** A type of device, as existing clients look for parsers. */
class ConfigurationParser {
  @Text()
  readonly id!: string;

  @Text({ example: 'cisco-ios' })
  readonly name!: string;

  @Text({ note: 'Empty: types are part of the platform' })
  readonly template!: string;

  @ListOf('text', { note: 'Empty: types are part of the platform' })
  readonly lexRules!: readonly string[];
}

/** The types of devices whose configurations the platform understands. */
export class ConfigurationParsersAnswer {
  @ListOf(() => ConfigurationParser)
  readonly list!: readonly ConfigurationParser[];

  @Whole({ min: 0 })
  readonly total!: number;
}
