import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
import { expect, it } from 'vitest'

it('the store of the demonstration keeps a session until it is removed', async () => {
  const store = new MemoryAdapter('Session')
  await store.upsert('a', { uid: 'plum' }, 60)
  expect(await store.find('a')).toMatchObject({ uid: 'plum' })
  await store.destroy('a')
  expect(await store.find('a')).toBeUndefined()
})
