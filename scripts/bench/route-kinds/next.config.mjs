import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // The packages are those of the repository.
  turbopack: { root: fileURLToPath(new URL('../../..', import.meta.url)) },
};

export default config;
