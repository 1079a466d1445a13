import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/app-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { listLayers } from './list-layers.js';
import { HARMLESS } from './read-list.js';

/** Refuses the options of a list that takes none: a caller who narrows it must not get everything. */
@Injectable()
export class NoOptionsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    const { given, faults } = listLayers({ query, body });
    const unknown = Object.keys(given)
      .filter((key) => !HARMLESS.test(key))
      .map((key) => ({ pointer: jsonPointer([key]), detail: 'is no option: this list has none' }));
    if (faults.length + unknown.length > 0) throw invalidInput([...faults, ...unknown]);
    return true;
  }
}
