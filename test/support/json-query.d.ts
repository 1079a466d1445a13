/** The package says nothing about its types; tests compare with it. */
declare module 'json-query' {
  /** Asks a value; what it finds lies in `value`. */
  function jsonQuery(
    query: string,
    options: {
      readonly data: unknown;
      readonly allowRegexp?: boolean;
      readonly locals?: Readonly<Record<string, unknown>>;
    },
  ): { readonly value: unknown };
  export = jsonQuery;
}
