import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The product that the journeys share: where it answers and where its data lies. */
export const product = {
  port: 3210,
  baseUrl: 'http://localhost:3210',
  dataDir: join(tmpdir(), 'latchkey-e2e'),
  secret: 'the master secret of the browser journeys and of nothing else',
  /** Another application, which people are sent back to. */
  returnOrigin: 'http://localhost:3299',
} as const

export const productEnvironment: Readonly<Record<string, string>> = {
  PORT: String(product.port),
  BASE_URL: product.baseUrl,
  DATA_DIR: product.dataDir,
  LATCHKEY_SECRET: product.secret,
  LOG_LEVEL: 'warn',
  // A journey may say which address it comes from, so that failures on purpose do not add up to a refusal of others.
  TRUSTED_PROXIES: 'loopback',
}
