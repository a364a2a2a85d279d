import { readEnv } from '#lib/env.ts'
import { startSealer } from '#lib/journal/start-sealer.ts'
import { openCommandServices } from '#lib/services.ts'
import { startDeliveries } from '#lib/webhooks/start-deliveries.ts'

// Seals events and sends webhooks like a server, for tests that kill it. It prints a line once it has begun.

const services = await openCommandServices({ ...readEnv(), logLevel: 'silent' })
startSealer(services, { intervalMs: 50, failedMs: 50 })
startDeliveries(services, { pace: { intervalMs: 50, failedMs: 50 } })
process.stdout.write('begun\n')
