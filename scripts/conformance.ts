import { buildProduct } from './build-product.ts'
import { checkConformance } from './check-conformance.ts'
import { runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  await buildProduct()
  await checkConformance(process.argv.slice(2))
})
