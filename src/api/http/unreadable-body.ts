/**
 * Stands in `request.body` for a body that cannot be read: parsers run before anybody has looked at
 * the credential, and who calls is judged before what is asked.
 */
export class UnreadableBody {
  constructor(readonly fault: Error) {}
}
