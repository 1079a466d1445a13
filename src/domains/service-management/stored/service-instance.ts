/** An instance that was saved, as it was sent last. */
export interface StoredInstance {
  readonly _id: string;
  /** Empty for one that is kept here alone. */
  readonly adapterId: string;
  readonly adapterName: string;
  readonly servicePath: string;
  readonly xpath: string;
  readonly xpathFolded: string;
  /** The instance as JSON, compressed and sealed. */
  readonly content: string;
  /** The commit options it was saved with, as JSON; a delete uses the same. */
  readonly options: string;
  /** The last change that saved it. */
  readonly changeId: string;
  readonly target: readonly string[];
  readonly revision: number;
  readonly created: Date;
  readonly createdBy: string;
  readonly updated: Date;
  readonly updatedBy: string;
}
