// Keys are map names, cache entries and log facts only as hashes.
import { createHash } from 'node:crypto';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
