import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { IsInt, IsString, MetadataStorage, validateSync } from 'class-validator';
import { rememberRules } from './remember-rules.js';

class Base {
  @IsString() readonly name: unknown = 'a';
}

class Derived extends Base {
  @IsInt({ groups: ['strict'] }) readonly size: unknown = 'no number';
}

const brokenBy = (value: object, groups?: string[]): string[] =>
  validateSync(value, groups && { groups }).map(({ property }) => property);

describe('remembered rules', () => {
  it('are the rules that are looked up otherwise, inherited ones and groups included', () => {
    const judge = (): string[][] => [
      brokenBy(new Base()),
      brokenBy(new Derived()),
      brokenBy(new Derived(), ['strict']),
      brokenBy(Object.assign(new Derived(), { name: 5 })),
    ];
    const before = judge();
    rememberRules();
    expect([judge(), judge()]).toEqual([before, before]);
    expect(before).toEqual([[], ['size'], ['size'], ['size', 'name']]);
  });

  it('are looked up once', () => {
    const storage = new MetadataStorage();
    rememberRules(storage);
    rememberRules(storage);
    const first = storage.getTargetValidationMetadatas(Base, '', false, false);
    expect(storage.getTargetValidationMetadatas(Base, '', false, false)).toBe(first);
  });
});
