import { buildProduct } from './build-product.ts'
import { runToEnd } from './run-to-end.ts'

await runToEnd(async () => {
  await buildProduct()
  const { closeOnSignal, startServer } = await import('../server.ts')
  const { ensureSetUpLink } = await import('../lib/password-links/ensure-set-up-link.ts')
  const running = await startServer()
  closeOnSignal(running)
  console.log(`Latchkey answers at ${running.services.env.baseUrl}`)
  const setUpLink = await ensureSetUpLink(running.services)
  if (setUpLink) console.log(`Create the first owner here, within 24 hours:\n  ${setUpLink}`)
})
