import { describe, expect, it, vi } from 'vitest'
import { hashPassword, runHash, verifyPassword } from '#lib/domain/people/passwords/password-hash.ts'

const lane = '192.0.2.1'

describe('a password hash', () => {
  it('is argon2id at the agreed cost, with its own salt', async () => {
    const [one, other] = await Promise.all([
      hashPassword('seven ripe plums', lane),
      hashPassword('seven ripe plums', lane),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{43}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(other)
  })

  it('matches its password only', async () => {
    const hash = await hashPassword('seven ripe plums', lane)
    expect(await verifyPassword('seven ripe plums', hash, lane)).toBe(true)
    expect(await verifyPassword('seven ripe plum', hash, lane)).toBe(false)
    expect(await verifyPassword('', hash, lane)).toBe(false)
  })

  it('is the same for composed and decomposed characters', async () => {
    const hash = await hashPassword('über alle wipfel'.normalize('NFD'), lane)
    expect(await verifyPassword('über alle wipfel'.normalize('NFC'), hash, lane)).toBe(true)
  })

  it('of another implementation and cost is verified', async () => {
    // argon2 reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword('password', reference, lane)).toBe(true)
    expect(await verifyPassword('passwore', reference, lane)).toBe(false)
  })

  it.each([null, '', 'plain text', '$argon2id$v=19$m=19456,t=2,p=1$$', '$2b$12$abcdefghijklmnopqrstuv'])(
    'that is %j fits no password',
    async (hash) => {
      expect(await verifyPassword(hash ?? '', hash, lane)).toBe(false)
    },
  )

  it('that is missing takes as long as a wrong password', async () => {
    const hash = await hashPassword('seven ripe plums', lane)
    const timeOf = async (phc: string | null) => {
      const start = performance.now()
      for (let round = 0; round < 4; round++) await verifyPassword('a wrong guess', phc, lane)
      return performance.now() - start
    }
    const [known, unknown] = [await timeOf(hash), await timeOf(null)]
    expect(unknown).toBeGreaterThan(known / 2)
  })
})

describe('the queue of hashes', () => {
  it('runs one at a time, in order', async () => {
    const running: number[] = []
    let most = 0
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        runHash(lane, async () => {
          running.push(index)
          most = Math.max(most, running.length)
          await new Promise((resolve) => setImmediate(resolve))
          running.splice(running.indexOf(index), 1)
          order.push(index)
        }),
      ),
    )
    expect(most).toBe(1)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  })

  it('refuses the 52nd of one lane and the 102nd in total, and recovers', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const hash = vi.fn(() => promise)
    const busy = { code: 'temporarily_unavailable', retryAfterSeconds: 2 }
    const ofOneLane = Array.from({ length: 51 }, () => runHash('flood', hash))
    await expect(runHash('flood', hash)).rejects.toMatchObject(busy)
    const ofOthers = Array.from({ length: 99 }, (_, index) => runHash(`lane ${index}`, hash))
    const settled = Promise.allSettled([...ofOneLane, ...ofOthers])
    await expect(runHash('one more', hash)).rejects.toMatchObject(busy)
    expect(hash).toHaveBeenCalledTimes(1)
    resolve()
    const fulfilled = (await settled).filter(({ status }) => status === 'fulfilled')
    expect(fulfilled).toHaveLength(101)
    expect(hash).toHaveBeenCalledTimes(101)
    await runHash(lane, hash)
  })

  it('continues after a failed hash', async () => {
    const failing = Array.from({ length: 5 }, () => runHash(lane, () => Promise.reject(new Error('no'))))
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await runHash(lane, async () => 'fine')).toBe('fine')
  })
})
