/** A call's arguments as they are written. */
export interface ArgNodes {
  readonly positional: readonly Expr[];
  readonly named: readonly (readonly [string, Expr])[];
  /** `*list` and `**mapping`. */
  readonly rest: Expr | null;
  readonly namedRest: Expr | null;
}

/** An operator with two sides. */
export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '~';
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

/** An expression. Lines count from 1. */
export type Expr = { readonly line: number } & (
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list' | 'tuple'; readonly items: readonly Expr[] }
  | { readonly kind: 'dict'; readonly entries: readonly (readonly [Expr, Expr])[] }
  | { readonly kind: 'attribute'; readonly of: Expr; readonly name: string }
  | { readonly kind: 'item'; readonly of: Expr; readonly key: Expr }
  | {
      readonly kind: 'slice';
      readonly of: Expr;
      readonly bounds: readonly (Expr | null)[];
    }
  | { readonly kind: 'call'; readonly callee: Expr; readonly args: ArgNodes }
  | {
      readonly kind: 'filter' | 'test';
      readonly of: Expr;
      readonly name: string;
      readonly args: ArgNodes;
    }
  | { readonly kind: 'not'; readonly of: Expr }
  | { readonly kind: 'sign'; readonly sign: 1 | -1; readonly of: Expr }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expr;
      readonly right: Expr;
    }
  | { readonly kind: 'and' | 'or'; readonly left: Expr; readonly right: Expr }
  | {
      readonly kind: 'compare';
      readonly first: Expr;
      readonly others: readonly (readonly [Comparison, Expr])[];
    }
  | {
      readonly kind: 'choice';
      readonly test: Expr;
      readonly then: Expr;
      readonly else: Expr | null;
    }
);

/** What a value is given to: a name, several, or a member of a namespace. */
export type Target =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'names'; readonly targets: readonly Target[] }
  | { readonly kind: 'member'; readonly of: string; readonly name: string };

/** A parameter of a macro, with its default. */
export interface Parameter {
  readonly name: string;
  readonly fallback: Expr | null;
}

/** A filter that is applied to what a block puts out. */
export interface FilterUse {
  readonly name: string;
  readonly args: ArgNodes;
}

export type Block = readonly Statement[];

/** A statement. */
export type Statement = { readonly line: number } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly value: Expr }
  | { readonly kind: 'do'; readonly value: Expr }
  | {
      readonly kind: 'if';
      readonly branches: readonly (readonly [Expr, Block])[];
      readonly otherwise: Block;
    }
  | {
      readonly kind: 'for';
      readonly target: Target;
      readonly over: Expr;
      readonly test: Expr | null;
      readonly recursive: boolean;
      readonly body: Block;
      readonly otherwise: Block;
    }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'set'; readonly target: Target; readonly value: Expr }
  | {
      readonly kind: 'set-block';
      readonly target: Target;
      readonly filters: readonly FilterUse[];
      readonly body: Block;
    }
  | {
      readonly kind: 'macro';
      readonly name: string;
      readonly parameters: readonly Parameter[];
      readonly body: Block;
    }
  | {
      readonly kind: 'call-block';
      readonly parameters: readonly Parameter[];
      readonly call: Expr;
      readonly body: Block;
    }
  | { readonly kind: 'filter-block'; readonly filters: readonly FilterUse[]; readonly body: Block }
  | {
      readonly kind: 'with';
      readonly values: readonly (readonly [string, Expr])[];
      readonly body: Block;
    }
);
