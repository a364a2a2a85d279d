import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The product that the journeys share: its URL and data folder. */
export const product = {
  port: 3210,
  baseUrl: 'http://localhost:3210',
  dataDir: join(tmpdir(), 'latchkey-e2e'),
  secret: 'the master secret of the browser journeys and of nothing else',
  /** Another application, as return address. */
  returnOrigin: 'http://localhost:3299',
} as const

export const productEnvironment: Readonly<Record<string, string>> = {
  PORT: String(product.port),
  BASE_URL: product.baseUrl,
  DATA_DIR: product.dataDir,
  LATCHKEY_SECRET: product.secret,
  LOG_LEVEL: 'warn',
  // Journeys that fail on purpose choose their own IP address, so that their failures don't limit others.
  TRUSTED_PROXIES: 'loopback',
  // The receivers of webhook journeys.
  WEBHOOK_NETWORKS: '127.0.0.1',
}
