// Plain JavaScript: a configuration in TypeScript would have the running product load Next's compiler to read it.
/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` has checked the types, of everything and once.
  typescript: { ignoreBuildErrors: true },
  // Everybody gets the title in the head at once, not only crawlers: a page without a title has no name.
  htmlLimitedBots: /.*/,
  // Our own log has every request, and leaves the query out: it may hold a one-time token.
  logging: { incomingRequests: false },
  // Else a browser asks for them anew on every page, and goes without where the answer takes a moment too long.
  headers: async () => [
    { source: '/fonts/:file', headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000' }] },
  ],
  serverExternalPackages: ['better-sqlite3', 'pino'],
  // The front takes 6 MB and may write a form again a little longer. It also settles `Host`, so that Next's own
  // comparison of origins sees the configured one behind any proxy.
  // `forbidden()` answers 403 with the page of `forbidden.tsx`.
  experimental: { serverActions: { bodySizeLimit: '7mb' }, authInterrupts: true },
  // There are no images to optimize, and the optimizer would fetch our own paths for anyone.
  images: { unoptimized: true },
}

export default config
