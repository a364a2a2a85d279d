import { readCheckpointKeys } from '#lib/domain/events/journal/check-journal.ts'
import { findCurrentCheckpoint } from '#lib/domain/events/journal/checkpoint.ts'
import { definePublicDocument } from '#lib/web/http/public-document.ts'

const maxAgeSeconds = 60

/**
 * `GET /.well-known/latchkey-journal`: the newest checkpoint (null before the first), and every key that has signed
 * one. The key set at `/.well-known/jwks.json` drops a key once its tokens have expired; checkpoints are evidence for
 * years.
 */
export const journalEndpoint = definePublicDocument(async (services) => {
  const checkpoint = await findCurrentCheckpoint(services)
  return { text: JSON.stringify({ checkpoint, ...(await readCheckpointKeys(services)) }), maxAgeSeconds }
})
