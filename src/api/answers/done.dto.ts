import { OneOf, Text } from '../fields/values.js';

/** How clients of the interface are told that something was done; some answers add what it was done to. */
export class DoneAnswer {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text()
  readonly message!: string;
}
