/** A chain in the order of searches: by the name of its device, then by its id. */
export interface ChainKey {
  readonly nameFolded: string;
  readonly chain: string;
}

/** How far a search has come. */
export interface SearchPosition extends ChainKey {
  /** In this chain, the place of the last version that was searched; null when the chain is done. */
  readonly place: number | null;
  /** How many devices are done. */
  readonly searched: number;
}
