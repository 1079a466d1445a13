import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Instant, Text, Whole } from '../../../api/fields/values.js';
import { DeviceGbacGiven } from '../inventory/devices.dto.js';

const NAME = { min: 1, max: 128, pattern: /\S/ } as const;

/** Groups of accounts that may see, or change. */
class GroupGbacShown {
  @ListOf('text')
  readonly read!: readonly string[];

  @ListOf('text')
  readonly write!: readonly string[];
}

/** A group of devices. */
export class DeviceGroupShown {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @ListOf('text', { note: 'Names of the devices that there are and that the caller may see' })
  readonly devices!: readonly string[];

  @Nested(() => GroupGbacShown)
  readonly gbac!: GroupGbacShown;

  @Instant()
  readonly created!: string;

  @Text({ note: 'Name of the account' })
  readonly createdBy!: string;

  @Instant()
  readonly updated!: string;

  @Text({ note: 'Name of the account' })
  readonly lastUpdatedBy!: string;
}

/** The group that is asked for. */
export class GetDeviceGroupByNameQuery {
  @Text({ ...NAME, note: 'Name of the group' })
  readonly groupName!: string;
}

/** A group of devices to make. */
export class CreateDeviceGroupRequest {
  @Text(NAME)
  readonly groupName!: string;

  @Text({ max: 1024, optional: true, nullable: true })
  readonly groupDescription?: string | null;

  @Text({ max: 65_536, optional: true, note: 'Names of devices, with commas between them' })
  readonly deviceNames?: string;

  @Nested(() => DeviceGbacGiven, { optional: true, nullable: true })
  readonly gbac?: DeviceGbacGiven | null;
}

/** Members of a group to change; others stay. */
class DeviceGroupDetails {
  @Text({ ...NAME, optional: true })
  readonly name?: string;

  @Text({ max: 1024, optional: true, nullable: true })
  readonly description?: string | null;

  @ListOf('text', {
    maxItems: 1000,
    itemMax: 512,
    optional: true,
    note: 'All of them; those that the caller may not see stay',
  })
  readonly devices?: string[];

  @Nested(() => DeviceGbacGiven, { optional: true, nullable: true })
  readonly gbac?: DeviceGbacGiven | null;
}

/** What to change of a group. */
export class UpdateDeviceGroupRequest {
  @Nested(() => DeviceGroupDetails)
  readonly details!: DeviceGroupDetails;
}

/** A group was made or changed. */
export class DeviceGroupDone {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Text({ example: 'success' })
  readonly status!: string;

  @Text()
  readonly message!: string;
}

/** The groups to delete. */
export class DeleteDeviceGroupsRequest {
  @ListOf('text', {
    maxItems: 1000,
    itemMax: 64,
    note: 'Ids; those that are gone already do no harm',
  })
  readonly groupIds!: string[];
}

/** What was deleted. */
export class DeleteDeviceGroupsAnswer {
  @Text({ example: 'success' })
  readonly status!: string;

  @Whole({ min: 0 })
  readonly deleted!: number;
}
