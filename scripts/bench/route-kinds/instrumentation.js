/** Without this file Next would use the one at the root of the repository, which starts our relay. */
export function register() {}
