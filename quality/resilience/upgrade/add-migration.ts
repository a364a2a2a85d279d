import { registerHooks } from 'node:module'

// Loaded before the product: adds the migration of `ADDED_MIGRATION` to it, as its last one.

const opening = 'export const migrations: Steps = {\n'

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/lib/foundation/db/migrate.ts')) return loaded
    const parts = Buffer.from(loaded.source as Uint8Array)
      .toString()
      .split(opening)
    if (parts.length !== 2) throw new Error(`${url} holds ${parts.length - 1} times, and not once:\n${opening}`)
    return { ...loaded, source: parts.join(`${opening}${process.env.ADDED_MIGRATION}\n`) }
  },
})
