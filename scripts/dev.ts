import { copyFonts } from './fonts.ts'
import { runToEnd } from './run-to-end.ts'

Object.assign(process.env, { NODE_ENV: 'development' })

await runToEnd(async () => {
  copyFonts()
  const { closeOnSignal, startServer } = await import('../server.ts')
  const running = await startServer({ development: true })
  closeOnSignal(running)
  console.log(`Latchkey (development) answers at ${running.services.env.baseUrl}`)
})
