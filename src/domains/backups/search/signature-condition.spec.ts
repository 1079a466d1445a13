import { describe, expect, it } from 'vitest';
import { type RequiredLiterals } from '../../../cores/patterns/required-literals.js';
import { SIGNATURE_SIZES, signatureBitsOf } from '../../../cores/differences/search-signature.js';
import { signatureCondition } from './signature-condition.js';

const literal = (text: string): RequiredLiterals => ({ kind: 'literal', text });
const conditionOf = (need: RequiredLiterals): Record<string, unknown> =>
  signatureCondition('sig', need, (operator) => operator);
const some = (...needs: RequiredLiterals[]): RequiredLiterals => ({ kind: 'some', needs });
const all = (...needs: RequiredLiterals[]): RequiredLiterals => ({ kind: 'all', needs });

describe('signatureCondition', () => {
  it('asks for the bits of a literal in signatures of each size', () => {
    expect(conditionOf(literal('vlan'))).toEqual({
      $or: SIGNATURE_SIZES.map((size) => ({
        $and: [
          { sig: { $bitsAllSet: signatureBitsOf('', size) } },
          { sig: { $bitsAllSet: signatureBitsOf('vlan', size) } },
        ],
      })),
    });
  });

  it('says nothing where the need does not', () => {
    const without: RequiredLiterals = { kind: 'nothing' };
    for (const need of [without, literal('ab'), some(literal('vlan'), literal('ab')), all(without)])
      expect(conditionOf(need)).toEqual({});
  });

  it('keeps what is known beside what is not', () => {
    expect(conditionOf(all({ kind: 'nothing' }, literal('vlan')))).toEqual(
      conditionOf(literal('vlan')),
    );
  });

  it('does without what would be longer than it is worth', () => {
    const many = Array.from({ length: 101 }, (_, at) => literal(`word ${at}`));
    expect(conditionOf(some(...many))).toEqual({});
    let deep = literal('vlan');
    for (let depth = 0; depth < 30; depth += 1) deep = some(deep, literal('other'));
    expect(conditionOf(deep)).toEqual({});
  });
});
