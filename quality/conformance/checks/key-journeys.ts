import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { withServices } from '../../resilience/harness/databases.ts'
import type { Answer, Send } from '../../resilience/harness/http.ts'
import { askGrant, askTokens, readTokens } from '../../resilience/harness/protocol.ts'
import { addKey } from '../harness/operator.ts'
import type { Product } from '../harness/product.ts'
import type { Journey } from './journeys.ts'
import { expectRefused } from './refusal.ts'

type Key = Readonly<{ keyId: string; secret: string }>

/** A program can rotate its own secret once in this time. */
const rotationIntervalMs = 10_000

/** The first use of the new secret starts the end of the former one. */
export const rotateSecret: Journey = async (send, product) => {
  const key = await addKey(product.variables, product.username, { name: 'Rotating', rotatable: true })
  const rotate = (Authorization: string) =>
    send({ path: '/auth/v1/keys/rotate', method: 'POST', headers: { Authorization } })
  const { status, body } = await rotate(basic(key))
  const { secret, ...rest } = JSON.parse(body)
  expect({ status, rest }).toEqual({
    status: 200,
    rest: { keyId: key.keyId, expiresIn: 604_800, formerSecretExpiresIn: 86_400 },
  })
  for (const working of [key.secret, secret, key.secret]) {
    expect((await askTokens(send, { ...key, secret: working })).status).toBe(200)
  }
  expectRefused(await rotate(basic({ ...key, secret })), 429, 'too_many_requests')
  expectRefused(await rotate(basic(product)), 403, 'access_denied')
  expectRefused(await rotate(basic({ ...key, secret: 'wrong' })), 401, 'invalid_client')
  expectRefused(await rotate('Basic !'), 400, 'invalid_request')
  await age(product, key.keyId)
  expectRefused(await rotate(basic({ ...key, secret })), 409, 'conflict')
}

/** Lets the secrets of a key have been made earlier by the time that a program waits. */
function age({ variables }: Product, keyId: string): Promise<unknown> {
  return withServices(variables, ({ db }) =>
    db
      .updateTable('key_secrets')
      .set((eb) => ({ created_at: eb('created_at', '-', rotationIntervalMs) }))
      .where('key_id', '=', keyId)
      .execute(),
  )
}

/** The key that requested a link reads its receipt. */
export const readReceipt: Journey = async (send, product) => {
  const { accessToken } = readTokens(await askTokens(send, product))
  const granted = await askGrant(send, accessToken, product.accountId)
  const path = `/api/v1/grants/${granted.headers['latchkey-grant-id']}`
  const { status, body } = await ask(send, path, accessToken)
  expect({ status, receipt: JSON.parse(body) }).toMatchObject({
    status: 200,
    receipt: { accountId: product.accountId, keyId: product.keyId, state: 'issued', steps: [{ step: 'issued' }] },
  })
  await expectRefusals(send, `/api/v1/grants/grt_${'0'.repeat(32)}`, accessToken)
}

/** The key that a refused request named reads why it was refused. */
export const readRefusal: Journey = async (send, product) => {
  const refused = await askTokens(send, { ...product, secret: `${product.secret}\n` })
  const { accessToken } = readTokens(await askTokens(send, product))
  const path = `/api/v1/refusals/${refused.headers['x-request-id']}`
  expect(JSON.parse((await askUntilStored(send, path, accessToken)).body)).toMatchObject({
    endpoint: '/auth/v1/token',
    status: 401,
    reason: 'secret_newline',
  })
  await expectRefusals(send, '/api/v1/refusals/req_00000000000000000000', accessToken)
}

/** Refusals are written in batches, within a second. */
async function askUntilStored(send: Send, path: string, accessToken: string): Promise<Answer> {
  const deadline = performance.now() + 5_000
  let answer = await ask(send, path, accessToken)
  while (answer.status === 404 && performance.now() < deadline) {
    await sleep(100)
    answer = await ask(send, path, accessToken)
  }
  return answer
}

/** @param unknown a path of something that does not exist */
async function expectRefusals(send: Send, unknown: string, accessToken: string): Promise<void> {
  expectRefused(await ask(send, unknown, accessToken), 404, 'not_found')
  expectRefused(await send({ path: unknown }), 401, 'unauthorized')
  expectRefused(await ask(send, unknown, 'a.b.c'), 401, 'invalid_token')
  expectRefused(await send({ path: `${unknown}?access_token=x` }), 400, 'invalid_request')
}

function ask(send: Send, path: string, accessToken: string): Promise<Answer> {
  return send({ path, headers: { Authorization: `Bearer ${accessToken}` } })
}

function basic({ keyId, secret }: Key): string {
  return `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`
}
