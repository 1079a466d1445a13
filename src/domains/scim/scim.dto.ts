import { ListOf, Nested } from '../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../api/fields/values.js';
import { OpenShape } from '../../api/shapes/open-shape.decorator.js';

/** Which part of a list is wanted. */
class ScimPart {
  @Text({ optional: true, max: 8192, note: 'What the resources must meet: userName eq "ada"' })
  readonly filter?: string;

  @Whole({ optional: true, note: 'The first one that is shown; 1 and less is the first of all' })
  readonly startIndex?: number;

  @Whole({ optional: true, note: 'So many at most, 100 where absent and 200 at most' })
  readonly count?: number;

  @Text({ optional: true, max: 256, note: 'userName of users, displayName of groups' })
  readonly sortBy?: string;

  @OneOf(['ascending', 'descending'], { optional: true, note: 'ascending alone, with sortBy' })
  readonly sortOrder?: 'ascending' | 'descending';
}

const ONLY = 'Only these';
const ALL_BUT = 'All but these';

/** Which attributes an answer shows. */
export class ScimAttributesQuery {
  @Text({ optional: true, max: 2048, note: `${ONLY}, separated by commas` })
  readonly attributes?: string;

  @Text({ optional: true, max: 2048, note: `${ALL_BUT}, separated by commas` })
  readonly excludedAttributes?: string;
}

/** Options of a list of resources (RFC 7644, 3.4.2). */
export class ScimListQuery extends ScimPart {
  @Text({ optional: true, max: 2048, note: `${ONLY}, separated by commas` })
  readonly attributes?: string;

  @Text({ optional: true, max: 2048, note: `${ALL_BUT}, separated by commas` })
  readonly excludedAttributes?: string;
}

/** The same in a body (RFC 7644, 3.4.3). */
export class ScimSearchRequest extends ScimPart {
  @ListOf('text', { optional: true, maxItems: 10 })
  readonly schemas?: readonly string[];

  @ListOf('text', { optional: true, maxItems: 200, note: ONLY })
  readonly attributes?: readonly string[];

  @ListOf('text', { optional: true, maxItems: 200, note: ALL_BUT })
  readonly excludedAttributes?: readonly string[];
}

/** What is known of a resource itself; `attributes` can leave out each of these. */
export class ScimMeta {
  @Text({ optional: true })
  readonly resourceType?: string;

  @Instant({ optional: true })
  readonly created?: string;

  @Instant({ optional: true })
  readonly lastModified?: string;

  @Text({ optional: true })
  readonly location?: string;

  @Text({ optional: true, note: 'The entity tag' })
  readonly version?: string;
}

/** One of several values; more may stand beside what is said here. */
@OpenShape()
export class ScimValue {
  @Text({ optional: true })
  readonly value?: string;

  @Text({ optional: true })
  readonly display?: string;

  @Text({ optional: true })
  readonly type?: string;

  @Flag({ optional: true })
  readonly primary?: boolean;
}

/** The parts of a name. */
@OpenShape()
export class ScimName {
  @Text({ optional: true })
  readonly formatted?: string;

  @Text({ optional: true })
  readonly familyName?: string;

  @Text({ optional: true })
  readonly givenName?: string;
}

/** What resources have in common; `attributes` can leave out all but `schemas` and `id`. */
@OpenShape()
export class ScimResource {
  @ListOf('text')
  readonly schemas!: readonly string[];

  @Text({ optional: true })
  readonly id?: string;

  @Text({ optional: true, note: 'Id that the client knows it by' })
  readonly externalId?: string;

  @Nested(() => ScimMeta, { optional: true })
  readonly meta?: ScimMeta;
}

/** A user; every attribute is described by `GET /scim/v2/Schemas`. */
@OpenShape()
export class ScimUser extends ScimResource {
  @Text({ optional: true })
  readonly userName?: string;

  @Nested(() => ScimName, { optional: true })
  readonly name?: ScimName;

  @Text({ optional: true })
  readonly displayName?: string;

  @Flag({ optional: true })
  readonly active?: boolean;

  @ListOf(() => ScimValue, { optional: true })
  readonly emails?: readonly ScimValue[];

  @ListOf(() => ScimValue, { optional: true, note: 'The groups that it belongs to' })
  readonly groups?: readonly ScimValue[];
}

/** A group; every attribute is described by `GET /scim/v2/Schemas`. */
@OpenShape()
export class ScimGroup extends ScimResource {
  @Text({ optional: true })
  readonly displayName?: string;

  @ListOf(() => ScimValue, { optional: true, note: 'The users that belong to it' })
  readonly members?: readonly ScimValue[];
}

/** What every list says of itself. */
export class ScimList {
  @ListOf('text')
  readonly schemas!: readonly string[];

  @Whole({ min: 0 })
  readonly totalResults!: number;

  @Whole({ min: 1 })
  readonly startIndex!: number;

  @Whole({ min: 0 })
  readonly itemsPerPage!: number;
}

/** Some of the users. */
export class ScimUserList extends ScimList {
  @ListOf(() => ScimUser)
  readonly Resources!: readonly ScimUser[];
}

/** Some of the groups. */
export class ScimGroupList extends ScimList {
  @ListOf(() => ScimGroup)
  readonly Resources!: readonly ScimGroup[];
}

/** Users and groups together, or descriptions of what there is. */
export class ScimResourceList extends ScimList {
  @ListOf(() => ScimResource)
  readonly Resources!: readonly ScimResource[];
}
