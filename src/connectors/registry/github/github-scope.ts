/** Which repositories a configuration means. */
export type GithubScope =
  /** All of an organisation or user. */
  | { readonly kind: 'owner'; readonly owner: string }
  | { readonly kind: 'repository'; readonly owner: string; readonly name: string }
  /** All that carry a topic, of everybody or of one organisation or user. */
  | { readonly kind: 'topic'; readonly topic: string; readonly owner: string | null };

const OWNER = '[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9])?';
const ONE_OWNER = new RegExp(`^${OWNER}$`);
const REPOSITORY = new RegExp(`^(${OWNER})/(?!\\.{1,2}$)([A-Za-z0-9._-]{1,100})$`);
const TOPIC = new RegExp(`^(?:(${OWNER})/)?topic:([a-z0-9][a-z0-9-]{0,49})$`);

/**
 * Reads the `path` of a configuration: `acme`, `acme/vlan-tools`, `topic:net-automation` or
 * `acme/topic:net-automation`; null for anything else.
 */
export function githubScope(path: string): GithubScope | null {
  const [, topicOwner, topic] = TOPIC.exec(path) ?? [];
  if (topic !== undefined) return { kind: 'topic', topic, owner: topicOwner ?? null };
  const [, owner, name] = REPOSITORY.exec(path) ?? [];
  if (owner !== undefined && name !== undefined) return { kind: 'repository', owner, name };
  return ONE_OWNER.test(path) ? { kind: 'owner', owner: path } : null;
}
