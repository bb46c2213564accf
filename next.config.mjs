import { ALWAYS, NO_DOCUMENT } from './lib/relay/answer-headers.mjs';

const listed = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // No page has a picture to be made smaller: the route that fetches and decodes them is closed.
  images: { unoptimized: true },
  // These are loaded from node_modules at run time: they read files beside themselves or keep process-wide state.
  serverExternalPackages: ['pino', 'prom-client', 'postgres', '@electric-sql/pglite'],
  // The types are checked by `npm test` and `npm run types`, once and for the whole repository.
  typescript: { ignoreBuildErrors: true },
  // Without it Next guesses the root from the nearest lockfile, which may be one above a checkout.
  turbopack: { root: import.meta.dirname },
  // A browser that has not read the document's icon yet asks here.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  headers: async () => [
    { source: '/:path*', headers: listed(ALWAYS) },
    { source: '/api/:path*', headers: listed(NO_DOCUMENT) },
    { source: '/icon.svg', headers: listed(NO_DOCUMENT) },
  ],
};

export default config;
