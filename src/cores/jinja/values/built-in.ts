/** Something that can be called: with arguments, for a value. It has no attributes at all. */
export class BuiltIn<Given, Result> {
  constructor(
    readonly name: string,
    readonly call: (args: Given) => Result,
  ) {}
}
