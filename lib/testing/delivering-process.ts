import { startSealer } from '#lib/domain/events/journal/start-sealer.ts'
import { startDeliveries } from '#lib/domain/events/webhooks/start-deliveries.ts'
import { openCommandServices } from '#lib/foundation/services.ts'
import { readEnv } from '#lib/kernel/env.ts'

// Seals events and sends webhooks like a server, for tests that kill it. It prints a line once it has begun.

const services = await openCommandServices({ ...readEnv(), logLevel: 'silent' })
startSealer(services, { intervalMs: 50, failedMs: 50 })
startDeliveries(services, { pace: { intervalMs: 50, failedMs: 50 } })
process.stdout.write('begun\n')
