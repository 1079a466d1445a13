/** The linear engine has nothing that means the same. */
export class NoLinearEquivalent extends Error {
  override readonly name = 'NoLinearEquivalent';
}
