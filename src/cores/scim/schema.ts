/** An attribute as RFC 7643, section 7, describes it; what is absent has the default of that section. */
export interface Attribute {
  readonly name: string;
  readonly description: string;
  /** `string` when absent. */
  readonly type?: 'boolean' | 'complex' | 'dateTime' | 'reference';
  readonly multiValued?: true;
  readonly required?: true;
  readonly caseExact?: true;
  /** `readWrite` when absent. */
  readonly mutability?: 'readOnly' | 'writeOnly';
  /** `default` when absent. */
  readonly returned?: 'always' | 'never';
  readonly uniqueness?: 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
  /** Set for the attributes of an extension, which lie below one key: the id of its schema. */
  readonly urn?: string;
}

/** A schema as `/Schemas` answers it. */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** A type of resources, and all attributes that they have. */
export interface ResourceType {
  readonly name: string;
  readonly endpoint: string;
  readonly description: string;
  readonly schema: Schema;
  readonly extensions: readonly Schema[];
  /** Common attributes, those of the schema, and one complex attribute for each extension. */
  readonly attributes: readonly Attribute[];
  /** Types that are searched with it: their attributes may be named as well, and have no value here. */
  readonly beside?: readonly ResourceType[];
}

/** What every resource has beside its schema (RFC 7643, 3.1). */
const COMMON: readonly Attribute[] = [
  {
    name: 'id',
    description: 'Given here, and never to anything else',
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  },
  { name: 'externalId', description: 'Id that the client knows it by', caseExact: true },
  {
    name: 'meta',
    description: 'When it was made and changed',
    type: 'complex',
    mutability: 'readOnly',
    subAttributes: [
      { name: 'resourceType', description: 'User or Group', caseExact: true },
      { name: 'created', description: 'When it was made', type: 'dateTime' },
      { name: 'lastModified', description: 'When it was changed last', type: 'dateTime' },
      { name: 'location', description: 'Where it is read', type: 'reference' },
      { name: 'version', description: 'Its entity tag', caseExact: true },
    ],
  },
];

/** A type of resources with the attributes of its schema and its extensions, by the keys that these lie under. */
export function resourceType(
  head: Pick<ResourceType, 'name' | 'endpoint' | 'description' | 'schema'>,
  extensions: Readonly<Record<string, Schema>> = {},
): ResourceType {
  const extended = Object.entries(extensions).map(
    ([name, { id, description, attributes }]): Attribute => ({
      name,
      description,
      type: 'complex',
      subAttributes: attributes,
      urn: id,
    }),
  );
  return {
    ...head,
    extensions: Object.values(extensions),
    attributes: [...COMMON, ...head.schema.attributes, ...extended],
  };
}

/** The attribute of this name, in any case. */
export function attributeNamed(
  attributes: readonly Attribute[],
  name: string,
): Attribute | undefined {
  const wanted = name.toLowerCase();
  return attributes.find((one) => one.name.toLowerCase() === wanted && one.urn === undefined);
}
