// Leaders as events name them: by their cap, or by their wallet.
// Invariant: a wallet maps to the first cap of its address; a wallet without a cap identifies itself.

/** SQL of the caps of wallets. */
export const CAPS_OF_WALLETS = `select distinct on (leader_address) leader_address, key from leaders
  where leader_address is not null order by leader_address, first_entry_id`;

/** SQL of everything that names the leader `?`. */
export const NAMES_OF_LEADER = `select ?::text union all
  select caps.leader_address from (${CAPS_OF_WALLETS}) caps where caps.key = ?`;
