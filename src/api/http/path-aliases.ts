/** Paths as some public clients spell them, and the ones that are meant. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^\/operations_manager\//, '/operations-manager/'],
  [
    /^\/configuration_manager\/patch_device\/(?:advanced\/)?([^/?]+)(?=$|\?)/,
    '/configuration_manager/devices/$1',
  ],
  [/^\/configuration_manager\/deviceGroups(?=$|[?/])/, '/configuration_manager/devicegroups'],
  [/^\/json-forms\/forms\/import(?=$|[?/])/, '/json-forms/import/forms'],
];

/**
 * The URL that a client means: `//prebuilts` is `/prebuilts`, because clients join a base URL that ends in a
 * slash with a path, and some spell a path in another way.
 */
export function canonicalUrl(url: string): string {
  const path = url.startsWith('//') ? url.replace(/^\/+/, '/') : url;
  const spelling = SPELLINGS.find(([pattern]) => pattern.test(path));
  return spelling ? path.replace(...spelling) : path;
}
