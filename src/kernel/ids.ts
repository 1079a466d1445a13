/** Where new identifiers come from: 24 hexadecimal digits, as every document of the platform has. */
export abstract class IdSource {
  abstract next(): string;
}
