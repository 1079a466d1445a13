import { CallArgs } from './call-args.js';
import { FILTERS } from './filters/filters.js';
import { type Tools } from './filters/filter.js';
import { TESTS } from './filters/tests.js';
import { type Meter } from './meter.js';
import { costly, methodOf } from './methods/methods.js';
import { type Scope } from './scope.js';
import { type ArgNodes, type Comparison, type Expr } from './syntax/nodes.js';
import { TemplateError, valueError } from './template-error.js';
import { calculate } from './values/arithmetic.js';
import { attributeOf, itemOf, sliceOf } from './values/attributes.js';
import { BuiltIn } from './values/built-in.js';
import { compare, contains, isEqual } from './values/comparison.js';
import {
  elementsOf,
  isDict,
  isFloat,
  isTrue,
  keyOf,
  kindOf,
  missingError,
  numberOf,
  orMissing,
  toFloat,
} from './values/kinds.js';
import { Members } from './values/members.js';
import { Missing } from './values/missing.js';
import { Tuple } from './values/tuple.js';
import { type Args, type Value } from './values/value.js';

type Part<K extends Expr['kind']> = Extract<Expr, { readonly kind: K }>;

/** The member of an object of the interpreter by which it can be called itself. */
export const CALLED = '()';

/** Works expressions out. */
export class ExpressionRunner implements Tools {
  constructor(readonly meter: Meter) {}

  /** @throws TemplateError with the line of the innermost expression that cannot be worked out. */
  run(node: Expr, scope: Scope): Value {
    this.meter.spend();
    try {
      return this.meter.deeper(() => this.valueOf(node, scope));
    } catch (error) {
      throw error instanceof TemplateError ? error.at(node.line) : error;
    }
  }

  filter(name: string, value: Value, args: Args): Value {
    const filter = FILTERS.get(name);
    if (!filter) throw new TemplateError('unknown', `there is no filter '${name}'`);
    const given = new CallArgs(`filter '${name}'`, args);
    return costly(value, () => filter(value, given, this), this.meter);
  }

  test(name: string, value: Value, args: Args): boolean {
    const test = TESTS.get(name);
    if (!test) throw new TemplateError('unknown', `there is no test '${name}'`);
    this.meter.spend();
    return test(value, new CallArgs(`test '${name}'`, args), this);
  }

  /** Calls a function, a macro, or what a loop gives to be called. */
  call(callee: Value, args: Args): Value {
    const called = callee instanceof Members ? callee.members.get(CALLED) : callee;
    if (called instanceof BuiltIn) return this.meter.deeper(() => called.call(args));
    if (callee instanceof Missing) throw missingError(callee);
    throw valueError(`a ${kindOf(callee)} cannot be called`);
  }

  args(nodes: ArgNodes, scope: Scope): Args {
    const positional = nodes.positional.map((node) => this.run(node, scope));
    const rest = nodes.rest ? elementsOf(this.run(nodes.rest, scope)) : [];
    const named = new Map(nodes.named.map(([name, node]) => [name, this.run(node, scope)]));
    const more = nodes.namedRest ? this.run(nodes.namedRest, scope) : new Map<string, Value>();
    if (!isDict(more)) throw valueError(`'**' takes a mapping`);
    this.meter.entries(positional.length + rest.length + named.size + more.size);
    for (const [key, value] of more) named.set(String(key), value);
    return { positional: [...positional, ...rest], named };
  }

  // eslint-disable-next-line complexity -- one line for each kind of expression
  private valueOf(node: Expr, scope: Scope): Value {
    switch (node.kind) {
      case 'literal':
        return node.value;
      case 'float':
        return toFloat(node.value);
      case 'name':
        return orMissing(scope.get(node.name), `'${node.name}' is undefined`);
      case 'attribute':
        return attributeOf(this.run(node.of, scope), node.name);
      case 'item':
        return itemOf(this.run(node.of, scope), this.run(node.key, scope));
      case 'call':
        return this.called(node, scope);
      case 'filter':
        return this.filter(node.name, this.run(node.of, scope), this.args(node.args, scope));
      case 'test':
        return this.test(node.name, this.run(node.of, scope), this.args(node.args, scope));
      case 'slice':
        return this.slice(node, scope);
      case 'list':
      case 'tuple':
      case 'dict':
        return this.collection(node, scope);
      case 'not':
      case 'sign':
      case 'binary':
      case 'and':
      case 'or':
      case 'compare':
      case 'choice':
        return this.operation(node, scope);
    }
  }

  private operation(
    node: Part<'not' | 'sign' | 'binary' | 'and' | 'or' | 'compare' | 'choice'>,
    scope: Scope,
  ): Value {
    switch (node.kind) {
      case 'not':
        return !isTrue(this.run(node.of, scope));
      case 'sign':
        return signed(node.sign, this.run(node.of, scope));
      case 'binary':
        return calculate(
          node.operator,
          this.run(node.left, scope),
          this.run(node.right, scope),
          this.meter,
        );
      case 'and':
      case 'or':
        return this.either(node, scope);
      case 'compare':
        return this.compared(node, scope);
      case 'choice':
        return this.choice(node, scope);
    }
  }

  private either({ kind, left, right }: Part<'and' | 'or'>, scope: Scope): Value {
    const value = this.run(left, scope);
    return isTrue(value) === (kind === 'and') ? this.run(right, scope) : value;
  }

  private choice(node: Part<'choice'>, scope: Scope): Value {
    if (isTrue(this.run(node.test, scope))) return this.run(node.then, scope);
    return node.else ? this.run(node.else, scope) : new Missing('the condition has no else');
  }

  private compared({ first, others }: Part<'compare'>, scope: Scope): boolean {
    let left = this.run(first, scope);
    for (const [operator, node] of others) {
      const right = this.run(node, scope);
      if (!this.holds(operator, left, right)) return false;
      left = right;
    }
    return true;
  }

  private holds(operator: Comparison, left: Value, right: Value): boolean {
    if (operator === '==') return isEqual(left, right, this.meter);
    if (operator === '!=') return !isEqual(left, right, this.meter);
    if (operator === 'in') return contains(right, left, this.meter);
    if (operator === 'not in') return !contains(right, left, this.meter);
    const order = compare(left, right, this.meter);
    if (operator === '<') return order < 0;
    if (operator === '<=') return order <= 0;
    return operator === '>' ? order > 0 : order >= 0;
  }

  /** What is called by a name behind a dot is first of all a method; what a mapping holds comes after. */
  private called({ callee, args }: Part<'call'>, scope: Scope): Value {
    if (callee.kind !== 'attribute')
      return this.call(this.run(callee, scope), this.args(args, scope));
    const subject = this.run(callee.of, scope);
    const method = methodOf(subject, callee.name, this.meter);
    const given = this.args(args, scope);
    return method ? method(given) : this.call(attributeOf(subject, callee.name), given);
  }

  private slice({ of, bounds }: Part<'slice'>, scope: Scope): Value {
    const value = this.run(of, scope);
    const numbers = bounds.map((bound) => {
      const given = bound ? this.run(bound, scope) : null;
      if (given === null) return undefined;
      const number = isFloat(given) ? undefined : numberOf(given);
      if (number === undefined) throw valueError('the bounds of a slice are integers');
      return number;
    });
    return sliceOf(value, numbers, this.meter);
  }

  private collection(node: Part<'list' | 'tuple' | 'dict'>, scope: Scope): Value {
    if (node.kind === 'dict') {
      this.meter.entries(node.entries.length);
      const entries = node.entries.map(
        ([key, value]) => [keyOf(this.run(key, scope)), this.run(value, scope)] as const,
      );
      return new Map(entries);
    }
    this.meter.entries(node.items.length);
    const items = node.items.map((item) => this.run(item, scope));
    return node.kind === 'list' ? items : Tuple.holding(items);
  }
}

function signed(sign: 1 | -1, value: Value): Value {
  const number = numberOf(value);
  if (value instanceof Missing) throw missingError(value);
  if (number === undefined) throw valueError(`a ${kindOf(value)} has no sign`);
  return isFloat(value) ? toFloat(sign * number) : sign * number + 0;
}
