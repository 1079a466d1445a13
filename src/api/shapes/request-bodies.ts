import { type Type } from '@nestjs/common';
import { invariant } from '../../kernel/invariant.js';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { hasShape, membersInShort } from './shape.js';

/** Types that a body may have without being a DTO: what it is then judged by is its handler's. */
const UNCHECKED: readonly unknown[] = [undefined, Object, String, Number, Boolean, Array, Buffer];

const bodies = new Map<string, Type>();

/** The body of a handler, by the DTO class of a parameter. */
interface DeclaredBody {
  readonly type: Type;
  readonly index: number;
}

/**
 * Remembers the DTO class of a handler's body, and takes Nest's `@Body()` off it; called by `@Operation()` alone.
 * @returns undefined for handlers whose body has no DTO
 */
export function declareBody(
  id: string,
  target: object,
  key: string | symbol,
): DeclaredBody | undefined {
  const types = Reflect.getMetadata('design:paramtypes', target, key) as unknown[] | undefined;
  const places = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, key) as
    object | undefined;
  const entries = Object.entries(places ?? {});
  const [place, ...more] = entries
    .map(([one]) => one)
    .filter((one) => one.startsWith(`${RouteParamtypes.BODY}:`));
  invariant(more.length === 0, `${id} takes its body once`);
  const index = Number(place?.split(':')[1]);
  const type = types?.[index];
  if (!hasShape(type)) {
    invariant(UNCHECKED.includes(type), `the body class of ${id} declares its fields`);
    return undefined;
  }
  bodies.set(id, type);
  const others = Object.fromEntries(entries.filter(([one]) => one !== place));
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, others, target.constructor, key);
  return { type, index };
}

/** The members of an operation's body, those that may be left out with a question mark; null without a body. */
export function bodyInShort(id: string): string | null {
  const type = bodies.get(id);
  return type ? membersInShort(type) : null;
}
