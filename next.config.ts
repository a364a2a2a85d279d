import type { NextConfig } from 'next'
import { readEnv } from './lib/env.ts'

const { baseUrl } = readEnv()

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` has checked the types, of everything and once.
  typescript: { ignoreBuildErrors: true },
  // Everybody gets the title in the head at once, not only crawlers: a page without a title has no name.
  htmlLimitedBots: /.*/,
  serverExternalPackages: ['better-sqlite3', 'pino'],
  experimental: {
    // A proxy in front may rewrite Host; the public origin is what a browser sends as Origin.
    serverActions: { allowedOrigins: [new URL(baseUrl).host], bodySizeLimit: '6mb' },
  },
}

export default config
