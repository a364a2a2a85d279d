import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { product, productEnvironment } from './product.ts'

// A new product for each run, on the build in `.next`.
rmSync(product.dataDir, { recursive: true, force: true })
Object.assign(process.env, productEnvironment, { NODE_ENV: 'production' })

const { closeOnSignal, startServer } = await import('../server.ts')
closeOnSignal(await startServer())

const away = createServer((_, response) => response.end('the case'))
away.listen(Number(new URL(product.returnOrigin).port), 'localhost').unref()
