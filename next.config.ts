import type { NextConfig } from 'next'
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js'
import type { RouteHas } from 'next/dist/lib/load-custom-routes.js'

const moved = (source: string, destination: string, has: RouteHas[] = []) => ({
  source,
  destination,
  permanent: true,
  ...(has.length > 0 && { has }),
})

const config = (phase: string): NextConfig => ({
  poweredByHeader: false,
  // The server compresses: Next has no Brotli.
  compress: false,
  reactStrictMode: true,
  // `npm run check` type-checks the whole repository.
  typescript: { ignoreBuildErrors: true },
  // Send the title in the head of the first response to every client: a page without a title has no accessible name.
  htmlLimitedBots: /.*/,
  // The access log has every request and omits the query, which may hold a one-time token.
  logging: { incomingRequests: false },
  // Without it, browsers revalidate fonts on every page and render without them when the response is late.
  headers: async () => [
    { source: '/fonts/:file', headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000' }] },
  ],
  // Where pages were before the settings had one home.
  redirects: async () => [
    moved('/organization', '/settings/sign-in', [{ type: 'query', key: 'do' }]),
    moved('/organization', '/settings'),
    moved('/sign-in-settings', '/settings/sign-in'),
    moved('/sign-in-settings/provisioning', '/settings/provisioning'),
    moved('/sign-in-settings/:path*', '/settings/sign-in/:path*'),
    moved('/activity/webhooks/:path*', '/settings/webhooks/:path*'),
    moved('/your-profile/:path*', '/your-account/:path*'),
    moved('/your-security', '/your-account'),
  ],
  serverExternalPackages: ['better-sqlite3', 'pino'],
  // The gateway limits a body to 6 MB and may re-encode a form slightly larger.
  // `forbidden()` responds 403 with the page of `forbidden.tsx`.
  // A page loads the styles of its own parts: by default the sign-in page got those of the whole portal.
  experimental: {
    serverActions: { bodySizeLimit: '7mb' },
    authInterrupts: true,
    // Writing the cache takes a third of a build, and only the same sources again could use it.
    turbopackFileSystemCacheForBuild: false,
    // Nothing reads those of a build: they took two thirds of its bytes.
    turbopackSourceMaps: phase === PHASE_DEVELOPMENT_SERVER,
    cssChunking: { type: 'graph', requestCost: 2_000 },
  },
  // There are no images, and the optimizer would fetch our own paths for any client.
  images: { unoptimized: true },
})

export default config
