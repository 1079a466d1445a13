import { FreeObject, ListOf } from '../../../api/fields/structures.js';
import { Instant, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';

const PATH = '/l3vpn:vpn/l3vpn';

/** An instance as it was sent last; an orchestrator merges what it is sent into what it has. */
export class ServiceInstance {
  @Text()
  readonly id!: string;

  @Text({ example: PATH })
  readonly servicePath!: string;

  @Text({ example: `${PATH}=acme` })
  readonly xpath!: string;

  @Text({ nullable: true, note: 'Id of the adapter; null for one that is kept here alone' })
  readonly adapterId!: string | null;

  @Text({ nullable: true })
  readonly adapter!: string | null;

  @FreeObject({ note: 'Secrets are shown as <SECRET>' })
  readonly instance!: JsonObject;

  @ListOf('text', { note: 'Devices that the last save touched, where the orchestrator names them' })
  readonly target!: readonly string[];

  @Text({ note: 'The change that saved it last' })
  readonly changeId!: string;

  @Instant()
  readonly created!: string;

  @Text()
  readonly createdBy!: string;

  @Instant()
  readonly updated!: string;

  @Text()
  readonly updatedBy!: string;
}

/** Options of `GET /service_management/instances` alone. */
export class ServiceInstanceListOptions {
  @Text({ max: 1024, optional: true, note: 'Name of the adapter' })
  readonly adapter?: string;
}

/** A part of the instances. */
export class ListServiceInstancesAnswer {
  @ListOf(() => ServiceInstance)
  readonly results!: readonly ServiceInstance[];

  @Whole({ min: 0 })
  readonly total!: number;
}
