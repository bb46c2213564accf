// What is known of how the received events compare with the history (verify.ts).

export interface Verification {
  running: boolean;
  /** Every id after `from` up to `to` was compared; null before the first comparison. */
  from: bigint | null;
  to: bigint | null;
  /** When, in milliseconds. */
  at: number | null;
  /** How many events were compared. */
  compared: number;
  /** Ids the stream did not deliver; they were added from the history. */
  missing: readonly bigint[];
  /** Ids the stream delivered and the history does not list, beyond the rows it cannot decode. */
  unlisted: readonly bigint[];
  error: string | null;
}

export const NOT_VERIFIED: Verification = {
  running: false,
  from: null,
  to: null,
  at: null,
  compared: 0,
  missing: [],
  unlisted: [],
  error: null,
};
