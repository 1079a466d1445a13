/** What both sides say of a package, by hand. */
export function describe({ name, version, description, author, license, keywords, ...more }) {
  const { repository, platformDependencies } = more;
  return {
    name,
    version,
    description,
    author,
    license,
    keywords,
    ...(repository && { repository }),
    ...(platformDependencies && { platformDependencies }),
  };
}

/** Operation 3 with its two queries: a page by name, and the number of all. */
export function rawInstalled(database) {
  const packages = database.collection('packages');
  return async ({ query }) => {
    const skip = Number(query['queryOptions[skip]'] ?? 0);
    const filter = { state: 'installed' };
    const [records, total] = await Promise.all([
      packages
        .find(filter)
        .sort({ nameFolded: 1, _id: 1 })
        .skip(skip)
        .limit(25)
        .hint('list')
        .toArray(),
      packages.countDocuments(filter, { hint: 'list' }),
    ]);
    return { packages: records.map(toInstalled), total };
  };
}

function toInstalled({ _id, head, components, installed, installedBy }) {
  return {
    _id,
    ...describe(head.metadata),
    components,
    manifest: head.manifest,
    readme: head.readme,
    installed: installed.toISOString(),
    installedBy,
  };
}
