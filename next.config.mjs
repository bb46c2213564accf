/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // No page has images to resize; this closes the route that fetches and decodes them.
  images: { unoptimized: true },
  // Loaded from node_modules at run time: they read files next to themselves or keep process-wide state.
  serverExternalPackages: [
    'pino',
    'prom-client',
    'pg',
    '@electric-sql/pglite',
    '@redis/client',
    'rate-limiter-flexible',
  ],
  // `npm test` and `npm run types` check the types of the whole repository.
  typescript: { ignoreBuildErrors: true },
  // Otherwise Next derives the root from the nearest lockfile, which may be above the checkout.
  turbopack: { root: import.meta.dirname },
  // A link that is followed without a connection waits for it, instead of leaving for the browser's error page.
  experimental: { useOffline: true },
  // Browsers request this before they have read the document's icon link.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
};

export default config;
