import { beforeEach, describe, expect, it } from 'vitest'
import { enableApiKey } from '#lib/domain/keys/api-keys/change-api-key-state.ts'
import { rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { type RestoreOrder, restoreBackup } from '#lib/server/backup/restore-backup.ts'
import { root } from '#lib/testing/people.ts'
import { makeBackup, restoreSite, restoreTo } from '#lib/testing/restoring.ts'
import { clientFields, makeTestKey, postToken, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
let key: TestKey
let file: string
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
})

const rotate = () => rotateSecret(services, root, { keyId: key.id, retireAfter: '1h' })
const use = async ({ secret }: Readonly<{ secret: string }>) =>
  (await postToken(clientFields({ id: key.id, secret }))).status

async function backUp(): Promise<void> {
  services.clock.advance(minuteMs)
  file = await makeBackup(services)
  services.clock.advance(minuteMs)
}

const restore = (order?: Omit<RestoreOrder, 'file'>) => restoreTo(services, file, order)

/** A new database, on which nothing tells what happened since the backup. */
async function restoreElsewhere(order?: Omit<RestoreOrder, 'file'>): Promise<void> {
  const now = services.clock.now()
  services = await openTestServices()
  services.clock.set(now)
  await restoreBackup(restoreSite(services), root, { file, ...order })
  if (!order?.enableKeys) await enableApiKey(services, root, key.id)
}

describe('a restore beside the database that it replaces', () => {
  it('leaves a retired secret refused, and the one that followed it working', async () => {
    await backUp()
    const rotated = await rotate()
    await use(rotated)
    services.clock.advance(hourMs)
    await restore()
    expect([await use(key), await use(rotated)]).toEqual([401, 200])
  })

  it('leaves a retiring secret its end', async () => {
    await backUp()
    const rotated = await rotate()
    await use(rotated)
    await restore()
    expect([await use(key), await use(rotated)]).toEqual([200, 200])
    services.clock.advance(hourMs)
    expect([await use(key), await use(rotated)]).toEqual([401, 200])
  })

  it('leaves a pending secret refused that was replaced since, and keeps one that was not', async () => {
    const replaced = await rotate()
    await backUp()
    const pending = await rotate()
    await restore()
    expect([await use(replaced), await use(pending)]).toEqual([401, 200])
  })

  it('leaves a secret refused that leaked since', async () => {
    await backUp()
    const rotated = await rotateSecret(services, root, { keyId: key.id, leaked: true })
    await restore()
    expect([await use(key), await use(rotated)]).toEqual([401, 200])
  })
})

describe('a restore that cannot know what was retired', () => {
  it('retires pending secrets; the current one works once its key is enabled', async () => {
    const pending = await rotate()
    await backUp()
    await restoreElsewhere()
    expect([await use(pending), await use(key)]).toEqual([401, 200])
  })

  it('keeps them where nothing was revoked, as the operator says', async () => {
    const pending = await rotate()
    await backUp()
    await restoreElsewhere({ enableKeys: true })
    expect([await use(key), await use(pending)]).toEqual([200, 200])
  })

  it('leaves a secret retired that was so in the backup', async () => {
    const rotated = await rotate()
    await use(rotated)
    services.clock.advance(dayMs)
    await backUp()
    await restoreElsewhere()
    expect([await use(key), await use(rotated)]).toEqual([401, 200])
  })
})
