import { buildProduct } from './build-product.ts'
import { runToEnd } from './run-to-end.ts'

await runToEnd(buildProduct)
await import('./serve.ts')
