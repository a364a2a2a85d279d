import { buildProduct } from './build-product.ts'
import { runJourneys } from './run-journeys.ts'
import { runToEnd } from './run-to-end.ts'

// Each kind of action on each bad line.
process.env.E2E_COMPLETE = '1'

await runToEnd(async () => {
  await buildProduct()
  await runJourneys(process.argv.slice(2))
})
