import { buildProduct } from './build-product.ts'
import { checkExtendedConformance } from './check-conformance.ts'
import { runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  await buildProduct()
  await checkExtendedConformance(process.argv.slice(2))
})
