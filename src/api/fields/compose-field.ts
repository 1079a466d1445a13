import { type Type } from '@nestjs/common';
import { type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { documented } from '../shapes/documentation.js';
import { type SchemaObject } from '../shapes/schema-object.js';
import { declareField, type Field, type FieldKind } from '../shapes/shape.js';
import { IsGiven } from './checks.js';
import { type FieldDecorator, type FieldOptions } from './field.js';
import { type TextReader } from './text-readers.js';

/** The parts of one field decorator, each for one of the libraries behind it. */
export interface FieldParts {
  readonly kind: FieldKind;
  readonly schema: SchemaObject;
  readonly querySchema?: SchemaObject;
  readonly containerSchema?: SchemaObject;
  readonly fromText: TextReader;
  readonly coerce?: ((value: unknown) => unknown) | undefined;
  readonly shape?: (() => Type) | undefined;
  readonly clamped?: boolean;
  /** class-validator and class-transformer. */
  readonly checks: readonly PropertyDecorator[];
  readonly property: ApiPropertyOptions;
  /** Classes that `property` refers to by path: swagger does not find those by itself. */
  readonly models?: readonly Type[];
}

/**
 * One decorator out of validation, coercion and documentation. The order matters: the first check
 * that fails is the one a caller is told.
 */
export function composeField<Value>(
  parts: FieldParts,
  options: FieldOptions = {},
): FieldDecorator<Value> {
  const decorators = [...absence(options), ...parts.checks];
  return (target, key) => {
    for (const decorate of decorators) decorate(target, key);
    // Decorators of instance properties get the prototype, whose constructor is the class.
    const type = target.constructor as Type;
    documented(({ ApiExtraModels, ApiProperty }) => {
      ApiProperty(propertyOptions(parts, options))(target, key);
      if (parts.models) ApiExtraModels(...parts.models)(type);
    });
    declareField(type, toField(key, parts, options));
  };
}

function toField(name: string, parts: FieldParts, options: FieldOptions): Field {
  return {
    name,
    kind: parts.kind,
    optional: options.optional ?? false,
    nullable: options.nullable ?? false,
    note: options.note,
    example: options.example,
    shape: parts.shape,
    schema: parts.schema,
    querySchema: parts.querySchema,
    containerSchema: parts.containerSchema,
    fromText: parts.fromText,
    coerce: parts.coerce,
    clamped: parts.clamped ?? false,
  };
}

/** A field that may be missing or null skips its other checks then; any other field must be there. */
function absence({ optional = false, nullable = false }: FieldOptions): PropertyDecorator[] {
  const skips = (value: unknown): boolean =>
    (optional && value === undefined) || (nullable && value === null);
  return [
    ...(optional || nullable ? [ValidateIf((_, value) => !skips(value))] : []),
    ...(optional ? [] : [REQUIRED]),
  ];
}

const REQUIRED = IsGiven({ message: 'is required' });

function propertyOptions(parts: FieldParts, options: FieldOptions): ApiPropertyOptions {
  return {
    ...parts.property,
    required: !options.optional,
    ...(options.nullable && { nullable: true }),
    ...(options.note !== undefined && { description: options.note }),
    ...(options.example !== undefined && { example: options.example }),
  } as ApiPropertyOptions;
}
