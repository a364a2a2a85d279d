import { checkProduct } from './check-product.ts'
import { runToEnd } from './run-to-end.ts'

await runToEnd(checkProduct)
