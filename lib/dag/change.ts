// What can become of a part of a structure between two of them, and a line that tells it.
export type Change = 'same' | 'added' | 'removed' | 'rewired' | 'changed';

export interface DifferenceRow {
  change: Exclude<Change, 'same'>;
  what: 'vertex' | 'edge' | 'entry' | 'default' | 'output';
  /** The vertex to look at. */
  vertex: string;
  text: string;
}
