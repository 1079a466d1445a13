/** What every field decorator takes. */
export interface FieldOptions {
  /** The key may be missing. */
  readonly optional?: boolean;
  /** The value may be null. */
  readonly nullable?: boolean;
  /** One sentence for the API document. */
  readonly note?: string;
  readonly example?: unknown;
}

/** What a handler may find in the field: with `optional` also undefined, with `nullable` also null. */
export type Given<Value, Options extends FieldOptions> =
  | Value
  | (Options extends { readonly optional: true } ? undefined : never)
  | (Options extends { readonly nullable: true } ? null : never);

/**
 * A property decorator that the compiler holds against the type of its property, which must be able
 * to hold what validation lets through: `@Whole() name!: string` is a compile error, and so is
 * `@Whole({ optional: true }) limit!: number`.
 */
export type FieldDecorator<Value> = <Key extends string, Target extends object>(
  target: Target & Holder<Target, Key, Value>,
  key: Key,
) => void;

type Holder<Target, Key extends string, Value> = [Value] extends [Target[Key & keyof Target]]
  ? unknown
  : { readonly thePropertyCannotHold: Value };
