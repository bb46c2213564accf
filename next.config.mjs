/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // These are loaded from node_modules at run time: they read files beside themselves or keep process-wide state.
  serverExternalPackages: ['pino', 'prom-client', 'postgres', '@electric-sql/pglite'],
  // Without it Next guesses the root from the nearest lockfile, which may be one above a checkout.
  turbopack: { root: import.meta.dirname },
};

export default config;
