import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)
let keyId: string

beforeAll(async () => {
  await latchkey.run('user', 'create', '--service', '--username', 'orders', '--name', 'Order system')
  const { stdout } = await latchkey.run('key', 'create', '--user', 'orders', '--name', 'Nightly', '--json')
  keyId = JSON.parse(stdout).keyId
})

describe('the secrets of a key', () => {
  it('are rotated, listed and discarded; the secret is printed once', async () => {
    const rotated = await latchkey.run('key', 'rotate', keyId, '--retire-after', '1h', '--end-families')
    expect(rotated).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^keyId {3}lkid_\w{20}\nsecret {2}lksec_\w{49}\n$/),
      stderr: expect.stringMatching(/^Copy the secret now\. It can't be shown again\. It lapses at .* UTC unless/),
    })
    expect(latchkey.readAllFiles()).not.toContain(rotated.stdout.slice(48, 80))
    const { secrets } = JSON.parse((await latchkey.run('key', 'secrets', keyId, '--json')).stdout)
    expect(secrets).toMatchObject([{ state: 'pending' }, { state: 'current', liveFamilies: 0 }])
    const listed = await latchkey.run('key', 'secrets', keyId)
    expect(listed.stdout).toMatch(
      /^SECRET ID.*\nksec_\w{20} {2}secret {2} *pending .*\nksec_\w{20} {2}secret {2} *current .*\n$/,
    )
    expect(await latchkey.run('key', 'retire-secret', keyId, secrets[0].id)).toEqual({
      status: 0,
      stdout: `Retired ${secrets[0].id}.\n`,
      stderr: '',
    })
    expect(await latchkey.run('key', 'retire-secret', keyId, secrets[1].id)).toMatchObject({ status: 1 })
  })

  it('may be public keys: a private one and no key are refused, and nothing is added', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const file = async (name: string, content: unknown) => {
      const path = join(latchkey.dataDir, name)
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
      return path
    }
    const good = await file('public.json', await exportJWK(publicKey))
    const added = await latchkey.run('key', 'rotate', keyId, '--public-key', good)
    expect(added).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Added the public key ksec_\w{20} to lkid_/),
    })
    const secretHalf = await file('private.json', await exportJWK(privateKey))
    expect(await latchkey.run('key', 'rotate', keyId, '--public-key', secretHalf)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is a private or secret key: give its public half'),
    })
    const none = await file('none.json', 'x')
    expect(await latchkey.run('key', 'rotate', keyId, '--public-key', none)).toMatchObject({ status: 2 })
    const listed = await latchkey.run('key', 'secrets', keyId)
    expect(listed.stdout).toMatch(/public key {2}pending/)
    const created = await latchkey.run('key', 'create', '--user', 'orders', '--name', 'Signer', '--public-key', good)
    expect([created.status, created.stdout]).toEqual([0, expect.stringMatching(/^keyId {3}lkid_\w{20}\n$/)])
  })

  it('are rehearsed only while one is retiring', async () => {
    expect(await latchkey.run('key', 'rehearse', keyId, '--minutes', '3')).toMatchObject({ status: 1 })
    expect(await latchkey.run('key', 'rehearse', keyId, '--minutes', 'three')).toMatchObject({ status: 2 })
    expect(await latchkey.run('key', 'rehearse', keyId, '--end')).toMatchObject({ status: 0 })
  })

  it('are not rotated with another time', async () => {
    expect(await latchkey.run('key', 'rotate', keyId, '--retire-after', '2h')).toMatchObject({ status: 2 })
  })
})

describe('the hand-over of a key', () => {
  const link = /^http:\/\/localhost:3000\/hand-over\?token=[\w-]{43}\n$/

  it('prints a link once, which can be withdrawn', async () => {
    const made = await latchkey.run('key', 'hand-over', keyId, '--expires', '2')
    expect(made).toEqual({
      status: 0,
      stdout: expect.stringMatching(link),
      stderr: expect.stringMatching(/^Copy the link now\. It can't be shown again\. It works once, until .* UTC\.\n$/),
    })
    expect(latchkey.readAllFiles()).not.toContain(made.stdout.slice(-44, -1))
    const withdraw = () => latchkey.run('key', 'hand-over', keyId, '--withdraw')
    expect(await withdraw()).toEqual({ status: 0, stdout: 'Withdrew the link.\n', stderr: '' })
    expect(await withdraw()).toMatchObject({ status: 0, stdout: 'No link is open.\n' })
  })

  it.each(['0', '73', 'soon'])('is not for %s hours', async (hours) => {
    expect((await latchkey.run('key', 'hand-over', keyId, '--expires', hours)).status).not.toBe(0)
  })

  it('of a new key prints no secret, and leaves the key without one', async () => {
    const { stdout } = await latchkey.run(
      'key',
      'create',
      '--user',
      'orders',
      '--name',
      'Partner',
      '--hand-over',
      '--json',
    )
    const made = JSON.parse(stdout)
    expect(made).toEqual({
      keyId: expect.stringMatching(/^lkid_\w{20}$/),
      url: expect.stringMatching(/^http:\/\/localhost:3000\/hand-over\?token=[\w-]{43}$/),
      expiresAt: expect.any(Number),
    })
    expect(await latchkey.json('key', 'secrets', made.keyId)).toMatchObject({ secrets: [] })
  })
})
