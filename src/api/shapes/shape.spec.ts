import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { ListOf, Nested } from '../fields/structures.js';
import { Text, Whole } from '../fields/values.js';
import { OpenShape as Open } from './open-shape.decorator.js';
import { closeShapes } from './shape-schema.js';
import { declaredShapes, hasShape, isOpenShape, shapeOf } from './shape.js';

class Base {
  @Text() readonly name!: string;
  @Text({ optional: true }) readonly note?: string;
}

class Derived extends Base {
  @Whole({ optional: true }) readonly size?: number;
}

@Open()
class OpenShape {
  @Nested(() => Base, { optional: true, nullable: true }) readonly base?: Base | null;
}

class WithoutFields {
  readonly name!: string;
}

describe('a shape', () => {
  it('holds the fields of a class and of those it extends', () => {
    expect([...shapeOf(Derived).fields.keys()]).toEqual(['name', 'note', 'size']);
    expect([...shapeOf(Base).fields.keys()]).toEqual(['name', 'note']);
  });

  it('cannot hold a field that is declared twice', () => {
    expect(() => {
      class Again extends Base {
        @Text({ max: 3 }) declare readonly note: string;
      }
      return Again;
    }).toThrow('Again.note has one field decorator');
    expect(() => {
      class Twice {
        @Text() @Text({ max: 3 }) readonly note!: string;
      }
      return Twice;
    }).toThrow('Twice.note has one field decorator');
  });

  it('is closed unless it is marked', () => {
    expect([Base, Derived, OpenShape].map((type) => isOpenShape(type))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is what a class with fields has, and nothing else', () => {
    expect([Base, Derived, WithoutFields, Object, String, undefined, {}].map(hasShape)).toEqual([
      ...[true, true],
      ...[false, false, false, false, false],
    ]);
  });

  it('is known to those who list all of them', () => {
    const types = declaredShapes().map(({ type }) => type as unknown);
    expect(types).toEqual(expect.arrayContaining([Base, Derived, OpenShape]));
  });
});

describe('the components of the document', () => {
  it('say of each class what validation holds it to', () => {
    expect(
      closeShapes({ Base: { description: 'kept' }, OpenShape: {}, Foreign: { type: 'string' } }),
    ).toEqual({
      Base: {
        description: 'kept',
        type: 'object',
        additionalProperties: false,
        properties: { name: { type: 'string' }, note: { type: 'string' } },
        required: ['name'],
      },
      OpenShape: {
        type: 'object',
        additionalProperties: true,
        properties: { base: { anyOf: [{ $ref: '#/components/schemas/Base' }, { type: 'null' }] } },
      },
      Foreign: { type: 'string' },
    });
  });

  it('cannot be two classes of one name', () => {
    const Twin = [0, 1].map(() => {
      class Same {
        @ListOf('text') readonly list!: readonly string[];
      }
      return Same;
    });
    expect(Twin).toHaveLength(2);
    expect(() => closeShapes({ Same: {} })).toThrow('Same is the name of one DTO class');
    expect(() => closeShapes({ Base: {} })).not.toThrow();
  });
});
