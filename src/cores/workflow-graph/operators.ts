/** What an evaluation compares by. */
export const OPERATORS = ['contains', '!contains', '<', '<=', '>', '>=', '==', '!='] as const;
export type Operator = (typeof OPERATORS)[number];

/** Whether an evaluation can compare by it; by anything else it never holds. */
export function isOperator(value: unknown): value is Operator {
  return (OPERATORS as readonly unknown[]).includes(value);
}
