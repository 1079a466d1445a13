import { mongo } from 'mongoose';
import ts from 'typescript';

/** What every text of rows and of arguments says, so that they meet. */
export const TEXT = 'x';
export const TIME = new Date('2026-01-01T00:00:00Z');
const DEPTH_MAX = 7;
const VARIANTS_MAX = 40;

const user = { id: TEXT, provenance: TEXT, username: TEXT, firstname: TEXT };
const group = { id: TEXT, provenance: TEXT, name: TEXT };

/** Types whose values follow from no declaration, by their names. */
const KNOWN = new Map<string, readonly unknown[]>(
  Object.entries({
    AbortSignal: [new AbortController().signal],
    Buffer: [Buffer.from(TEXT)],
    Date: [TIME],
    // Goes with the conditions that it finds: lists have a test of their own.
    FieldIndex: [undefined],
    ObjectId: [new mongo.ObjectId('0123456789abcdef01234567')],
    // Somebody who sees what his group sees, and somebody who sees everything.
    Principal: [
      { ...user, groups: [group], roles: [] },
      { ...user, groups: [], roles: [{ id: TEXT, provenance: 'platform', name: 'admin' }] },
    ],
    RegExp: [/x/],
    Uint8Array: [Buffer.from(TEXT)],
  }),
);

/** Texts that must be one of a few, by the names of the parameters and members that carry them. */
const NAMED = new Map<string, readonly unknown[]>(
  Object.entries({
    collection: ['forms'],
    collections: [['forms']],
    containsField: ['name', undefined],
    equalsField: ['name', undefined],
    startsWithField: ['name', undefined],
  }),
);

const PLAIN: readonly (readonly [number, readonly unknown[]])[] = [
  [ts.TypeFlags.StringLike, [TEXT]],
  [ts.TypeFlags.NumberLike, [1]],
  [ts.TypeFlags.Null, [null]],
  [ts.TypeFlags.Undefined | ts.TypeFlags.Void, [undefined]],
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, [TEXT]],
];

/** The first one is plain; each other one differs from it in one place. */
type Variants = readonly unknown[];

/** Values of a type, made from its declaration. */
export class SampleValues {
  constructor(private readonly checker: ts.TypeChecker) {}

  /** Lists of arguments for a method. */
  ofParameters(parameters: readonly ts.Symbol[]): readonly Variants[] {
    const each = parameters.map((parameter) => {
      const named = NAMED.get(parameter.name);
      const values = named ?? this.of(this.checker.getTypeOfSymbol(parameter), 0);
      const declared = parameter.valueDeclaration as ts.ParameterDeclaration | undefined;
      const isOptional = declared?.questionToken ?? declared?.initializer;
      return isOptional ? [...values, undefined] : values;
    });
    return varied(each);
  }

  private of(type: ts.Type, depth: number): Variants {
    const known = KNOWN.get(nameOf(type));
    if (known) return known;
    if (depth > DEPTH_MAX) return [undefined];
    if (type.isUnion()) {
      const members = type.types.flatMap((member) => this.of(member, depth));
      return members
        .toSorted((a, b) => Number(isEmpty(a)) - Number(isEmpty(b)))
        .slice(0, VARIANTS_MAX);
    }
    return this.ofPlain(type) ?? this.ofObject(type, depth);
  }

  private ofPlain(type: ts.Type): Variants | undefined {
    if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
    if (type.flags & ts.TypeFlags.BooleanLiteral)
      return [this.checker.typeToString(type) === 'true'];
    return PLAIN.find(([flags]) => type.flags & flags)?.[1];
  }

  private ofObject(type: ts.Type, depth: number): Variants {
    if (type.flags & ts.TypeFlags.TypeParameter) {
      const constraint = this.checker.getBaseConstraintOfType(type);
      return constraint ? this.of(constraint, depth + 1) : [TEXT];
    }
    const [call] = type.getCallSignatures();
    if (call) return [this.functionOf(call, depth)];
    const inner = this.argumentsOf(type).map((argument) => this.of(argument, depth + 1));
    return ofContainer(type, this.checker, inner) ?? this.ofMembers(type, depth);
  }

  private argumentsOf(type: ts.Type): readonly ts.Type[] {
    const isReference = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference;
    return isReference ? this.checker.getTypeArguments(type as ts.TypeReference) : [];
  }

  private functionOf(call: ts.Signature, depth: number): unknown {
    const [value] = this.of(call.getReturnType(), depth + 1);
    return () => value;
  }

  private ofMembers(type: ts.Type, depth: number): Variants {
    const members = this.checker
      .getPropertiesOfType(type)
      .filter((one) => !one.name.startsWith('__@'));
    const values = members.map((member) => {
      const type = this.checker.getTypeOfSymbol(member);
      const found = NAMED.get(member.name) ?? this.of(type, depth + 1);
      const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
      const given = found.filter((value) => value !== undefined);
      return isOptional ? [undefined, ...given] : found;
    });
    const toObject = (list: Variants) =>
      Object.fromEntries(
        members
          .map(({ name }, at) => [name, list[at]] as const)
          .filter(([, value]) => value !== undefined),
      );
    const full = values.map((list) => list.find((value) => value !== undefined));
    return [...varied(values), full].map(toObject).slice(0, VARIANTS_MAX);
  }
}

type Inner = readonly [Variants, Variants];
const list = ([first]: Inner): Variants => first.map((value) => [value]);
const set = ([first]: Inner): Variants => first.map((value) => new Set([value]));
const map = ([first, second]: Inner): Variants =>
  second.map((value) => new Map([[first[0], value]]));
const many = ([first]: Inner): Variants => [asyncOf(first[0])];

const CONTAINERS = new Map<string, (inner: Inner) => Variants>(
  Object.entries({
    Array: list,
    ReadonlyArray: list,
    Iterable: list,
    Set: set,
    ReadonlySet: set,
    Map: map,
    ReadonlyMap: map,
    AsyncIterable: many,
    AsyncGenerator: many,
    Promise: ([first]: Inner) => first.map((value) => Promise.resolve(value)),
  }),
);

function ofContainer(
  type: ts.Type,
  checker: ts.TypeChecker,
  inner: readonly Variants[],
): Variants | undefined {
  if (checker.isTupleType(type)) return varied(inner);
  const [first = [TEXT], second = [TEXT]] = inner;
  return CONTAINERS.get(nameOf(type))?.([first, second]);
}

async function* asyncOf(value: unknown): AsyncGenerator {
  await Promise.resolve();
  yield value;
}

/** Plain everywhere; then each other value in its place. */
function varied(places: readonly Variants[]): readonly Variants[] {
  const plain = places.map(([first]) => first);
  const others = places.flatMap((values, at) =>
    values.slice(1).map((value) => plain.with(at, value)),
  );
  return [plain, ...others];
}

function nameOf(type: ts.Type): string {
  return type.getSymbol()?.name ?? '';
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null;
}
