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

/**
 * A property decorator that the compiler holds against the type of its property:
 * `@Whole() name!: string` is a compile error.
 */
export type FieldDecorator<Value> = <Key extends string>(
  target: Partial<Record<Key, Value | null>>,
  key: Key,
) => void;
