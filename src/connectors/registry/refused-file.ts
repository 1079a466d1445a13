/** A file that is not read, and why; the text is for people. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';

  /** The same of a file within a package. */
  at(location: string): RefusedFile {
    return new RefusedFile(`${location} ${this.message}`, { cause: this });
  }
}
