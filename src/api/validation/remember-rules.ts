import { getMetadataStorage, type MetadataStorage } from 'class-validator';

type LookUp = MetadataStorage['getTargetValidationMetadatas'];
type Rules = ReturnType<LookUp>;

const remembering = new WeakSet<MetadataStorage>();

/**
 * class-validator goes through the rules of every class there is for each object that it judges, so
 * it slows down with each DTO that is added. The rules of a class are complete once it is defined:
 * after this call they are looked up once. Look-ups for groups of rules are left as they are.
 */
export function rememberRules(storage: MetadataStorage = getMetadataStorage()): void {
  if (remembering.has(storage)) return;
  remembering.add(storage);
  const lookUp = storage.getTargetValidationMetadatas.bind(storage);
  const found = new WeakMap<object, Rules>();
  storage.getTargetValidationMetadatas = (...query: Parameters<LookUp>): Rules => {
    const [type, schema, always, strictGroups, groups] = query;
    if (always || strictGroups || groups) return lookUp(...query);
    let rules = found.get(type);
    if (!rules) found.set(type, (rules = lookUp(type, schema, always, strictGroups, groups)));
    return rules;
  };
}
