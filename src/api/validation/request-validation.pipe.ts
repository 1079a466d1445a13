import { type ArgumentMetadata, Inject, Injectable, type PipeTransform } from '@nestjs/common';
import { type Fault, invalidInput } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { noteHeader } from '../../platform/request-context/request-context.js';
import { QueryObjectSource } from '../query/query-object-source.js';
import { hasShape } from '../shapes/shape.js';
import { clampLimits } from './clamp-limits.js';
import { rememberRules } from './remember-rules.js';
import { validateShape } from './validate-shape.js';

/** Types that a body may have without being a DTO: what it is then judged by is its handler's. */
const UNCHECKED: readonly unknown[] = [undefined, Object, String, Number, Boolean, Array, Buffer];

/**
 * The only validation of input: every `@Body()` and `@QueryObject()` whose type is a DTO class.
 * Handlers get plain objects that hold what was given, coerced, and nothing that was not declared.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  constructor(@Inject(CONFIG) private readonly config: Config) {
    rememberRules();
  }

  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (!hasShape(metatype)) {
      invariant(
        type !== 'body' || UNCHECKED.includes(metatype),
        'a body class declares its fields',
      );
      return value;
    }
    if (type === 'body' && (value === undefined || value === null))
      throw invalidInput([{ pointer: '#', detail: 'is required' }], 'A JSON body is required');
    const outcome = validateShape(metatype, value);
    if (outcome.kind === 'invalid') throw invalidInput(this.placed(outcome.faults, data));
    const { limitMax } = this.config.lists;
    const { value: clamped, applied } = clampLimits(metatype, outcome.value, limitMax);
    if (applied !== undefined) noteHeader('X-Limit-Applied', String(applied));
    return clamped;
  }

  /** Faults of a wrapped query object are told below its name. */
  private placed(faults: readonly Fault[], source: unknown): readonly Fault[] {
    if (!(source instanceof QueryObjectSource) || source.wrapper === undefined) return faults;
    const base = jsonPointer([source.wrapper]);
    return faults.map(({ pointer, detail }) => ({ pointer: `${base}${pointer.slice(1)}`, detail }));
  }
}
