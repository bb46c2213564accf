// Replaces `server-only` under vitest and tsx, where that package throws on import.
export {};
