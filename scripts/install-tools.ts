import { ensureBrowser } from './browser.ts'
import { ensureFirefox } from './firefox.ts'
import { ensureNginx } from './nginx.ts'
import { runToEnd } from './run-to-end.ts'

/** Installs what the browser journeys need, in a process of its own: `apt-get` occupies it. */
await runToEnd(async () => {
  await ensureBrowser()
  ensureNginx()
  ensureFirefox()
})
