import { type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { hasShape, membersInShort } from './shape.js';

const bodies = new Map<string, Type>();

/** Remembers the DTO class of a handler's body; called by `@Operation()` alone. */
export function declareBody(id: string, target: object, key: string | symbol): void {
  const types = Reflect.getMetadata('design:paramtypes', target, key) as unknown[] | undefined;
  const places = Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, key) as
    object | undefined;
  const place = Object.keys(places ?? {}).find((one) => one.startsWith(`${RouteParamtypes.BODY}:`));
  const type = types?.[Number(place?.split(':')[1])];
  if (hasShape(type)) bodies.set(id, type);
}

/** The members of an operation's body, those that may be left out with a question mark; null without a body. */
export function bodyInShort(id: string): string | null {
  const type = bodies.get(id);
  return type ? membersInShort(type) : null;
}
