/** Something with attributes of its own making: a namespace, the `loop` of a loop. Only a namespace is written to. */
export class Members<Member> {
  constructor(
    readonly name: string,
    readonly members: Map<string, Member>,
    readonly isWritable: boolean,
  ) {}
}
