import { CALLED, ExpressionRunner } from './expression-runner.js';
import { loopMembers } from './loop-members.js';
import { macroOf } from './macro.js';
import { type Meter } from './meter.js';
import { Scope } from './scope.js';
import { type Block, type FilterUse, type Statement, type Target } from './syntax/nodes.js';
import { TemplateError, valueError } from './template-error.js';
import { BuiltIn } from './values/built-in.js';
import { elementsOf, isTrue, kindOf, missingError } from './values/kinds.js';
import { Members } from './values/members.js';
import { Missing } from './values/missing.js';
import { textOf } from './values/printing.js';
import { type Args, type Value } from './values/value.js';

type Part<K extends Statement['kind']> = Extract<Statement, { readonly kind: K }>;

/** How a block came to its end: by `break` and `continue` before that of its loop. */
type Ending = 'end' | 'break' | 'continue';

/** A loop, and how many loops of the same it runs in. */
interface Looped {
  readonly statement: Part<'for'>;
  readonly scope: Scope;
  readonly depth: number;
}

/** What is put out. */
interface Output {
  readonly parts: string[];
}

/** Runs statements. */
export class StatementRunner {
  private readonly expressions: ExpressionRunner;
  private length = 0;

  constructor(private readonly meter: Meter) {
    this.expressions = new ExpressionRunner(meter);
  }

  /** What a block puts out. @throws TemplateError */
  rendered(block: Block, scope: Scope): string {
    const output = { parts: [] };
    this.block(block, scope, output);
    return this.joined(output);
  }

  private joined({ parts }: Output): string {
    return parts.join('');
  }

  private block(block: Block, scope: Scope, output: Output): Ending {
    return this.meter.deeper(() => {
      for (const statement of block) {
        const ending = this.statement(statement, scope, output);
        if (ending !== 'end') return ending;
      }
      return 'end';
    });
  }

  private statement(statement: Statement, scope: Scope, output: Output): Ending {
    this.meter.spend();
    try {
      return this.run(statement, scope, output);
    } catch (error) {
      throw error instanceof TemplateError ? error.at(statement.line) : error;
    }
  }

  // eslint-disable-next-line complexity -- one case for each kind of statement
  private run(statement: Statement, scope: Scope, output: Output): Ending {
    switch (statement.kind) {
      case 'text':
        return this.put(statement.text, output);
      case 'print':
        return this.put(textOf(this.expressions.run(statement.value, scope), this.meter), output);
      case 'if':
        return this.branch(statement, scope, output);
      case 'for':
        return this.loop(statement, scope, output);
      case 'break':
      case 'continue':
        return statement.kind;
      case 'with':
        return this.with(statement, scope, output);
      case 'filter-block':
        return this.put(this.filtered(statement.filters, statement.body, scope), output);
      case 'call-block':
        return this.put(textOf(this.callBlock(statement, scope), this.meter), output);
      case 'do':
      case 'set':
      case 'set-block':
      case 'macro':
        this.quiet(statement, scope);
        return 'end';
    }
  }

  /** Statements that put out nothing. */
  private quiet(statement: Part<'do' | 'set' | 'set-block' | 'macro'>, scope: Scope): void {
    switch (statement.kind) {
      case 'do':
        this.expressions.run(statement.value, scope);
        return;
      case 'set':
        this.assign(statement.target, this.expressions.run(statement.value, scope), scope);
        return;
      case 'set-block':
        this.assign(
          statement.target,
          this.filtered(statement.filters, statement.body, scope),
          scope,
        );
        return;
      case 'macro':
        scope.set(statement.name, this.macro(statement, scope));
    }
  }

  private put(text: string, output: Output): Ending {
    this.length += text.length;
    this.meter.output(this.length);
    this.meter.text(text.length);
    output.parts.push(text);
    return 'end';
  }

  private branch({ branches, otherwise }: Part<'if'>, scope: Scope, output: Output): Ending {
    for (const [test, body] of branches)
      if (isTrue(this.expressions.run(test, scope))) return this.block(body, scope, output);
    return this.block(otherwise, scope, output);
  }

  private loop(statement: Part<'for'>, scope: Scope, output: Output): Ending {
    const loop = { statement, scope, depth: 0 };
    this.elements(loop, this.expressions.run(statement.over, scope), output);
    return 'end';
  }

  private elements(looped: Looped, over: Value, output: Output): void {
    const { statement, scope, depth } = looped;
    const items = this.kept(statement, over, scope);
    if (items.length === 0) this.block(statement.otherwise, new Scope(scope), output);
    const loop = loopMembers(items, depth, this.meter);
    if (statement.recursive) loop.members.set(CALLED, this.again(looped));
    for (const [at, item] of items.entries()) {
      this.meter.spend();
      loop.moveTo(at);
      const inner = new Scope(scope);
      this.assign(statement.target, item, inner);
      inner.set('loop', loop.value);
      if (this.block(statement.body, inner, output) === 'break') return;
    }
  }

  /** The same loop over other elements, as its body asks for it. */
  private again(looped: Looped): Value {
    const deeper = { ...looped, depth: looped.depth + 1 };
    return new BuiltIn<Args, Value>('loop', ({ positional: [over = null] }) => {
      const output = { parts: [] };
      this.elements(deeper, over, output);
      return this.inner(output);
    });
  }

  /** Text that is a value now: it counts when it is put out. */
  private inner(output: Output): string {
    const text = this.joined(output);
    this.length -= text.length;
    return text;
  }

  private kept({ target, test }: Part<'for'>, over: Value, scope: Scope): readonly Value[] {
    const items = elementsOf(over);
    this.meter.entries(items.length);
    // A copy: the body may change the list that it goes through.
    if (!test) return Array.from(items);
    return items.filter((item) => {
      const inner = new Scope(scope);
      this.assign(target, item, inner);
      return isTrue(this.expressions.run(test, inner));
    });
  }

  private with({ values, body }: Part<'with'>, scope: Scope, output: Output): Ending {
    const inner = new Scope(scope);
    for (const [name, value] of values) inner.set(name, this.expressions.run(value, scope));
    return this.block(body, inner, output);
  }

  private filtered(filters: readonly FilterUse[], body: Block, scope: Scope): string {
    const text = this.captured(body, new Scope(scope));
    const result = filters.reduce<Value>(
      (value, { name, args }) =>
        this.expressions.filter(name, value, this.expressions.args(args, scope)),
      text,
    );
    return textOf(result, this.meter);
  }

  private captured(body: Block, scope: Scope): string {
    const output = { parts: [] };
    this.block(body, scope, output);
    return this.inner(output);
  }

  private macro(
    { name, parameters, body }: Pick<Part<'macro'>, 'name' | 'parameters' | 'body'>,
    scope: Scope,
  ): BuiltIn<Args, Value> {
    return macroOf({ name, parameters }, scope, {
      expressions: this.expressions,
      render: (inner) => this.captured(body, inner),
    });
  }

  private callBlock({ parameters, call, body }: Part<'call-block'>, scope: Scope): Value {
    if (call.kind !== 'call') throw valueError("'call' needs a call");
    const caller = this.macro({ name: 'caller', parameters, body }, scope);
    const { positional, named } = this.expressions.args(call.args, scope);
    const callee = this.expressions.run(call.callee, scope);
    return this.expressions.call(callee, {
      positional,
      named: new Map([...named, ['caller', caller]]),
    });
  }

  private assign(target: Target, value: Value, scope: Scope): void {
    if (target.kind === 'name') scope.set(target.name, value);
    else if (target.kind === 'member') this.assignMember(target, value, scope);
    else this.unpack(target.targets, value, scope);
  }

  private assignMember(
    { of, name }: Extract<Target, { kind: 'member' }>,
    value: Value,
    scope: Scope,
  ): void {
    const owner = scope.get(of) ?? new Missing(`'${of}' is undefined`);
    if (owner instanceof Missing) throw missingError(owner);
    if (!(owner instanceof Members && owner.isWritable))
      throw valueError(`a ${kindOf(owner)} is not written to: only a namespace is`);
    this.meter.entries(1);
    owner.members.set(name, value);
  }

  private unpack(targets: readonly Target[], value: Value, scope: Scope): void {
    if (value instanceof Missing) throw missingError(value);
    const items = elementsOf(value);
    if (items.length !== targets.length)
      throw valueError(`${items.length} elements for ${targets.length} names`);
    for (const [at, target] of targets.entries()) this.assign(target, items[at] ?? null, scope);
  }
}
