import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Next of the product, and nothing but a route handler. @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  logging: { incomingRequests: false },
  outputFileTracingRoot: root,
  turbopack: { root },
}

export default config
