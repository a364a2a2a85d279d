import type { BrowserContext } from '@playwright/test'
import {
  issueTokens,
  postSignIn,
  product,
  type TestAccount,
  type TestKey,
  type TestPerson,
  type Tokens,
  type World,
} from './fixtures.ts'

/** Fixtures of the requests of one test. */
export type Ground = Readonly<{
  world: World
  account: TestAccount
  key: TestKey
  /** Of another user who may open the same account. */
  otherKey: TestKey
  /** A key with the scope `introspect`. */
  askingKey: TestKey
  /** A key with the scope `events:read`. */
  readingKey: TestKey
  tokens: Tokens
  /** The cookies of a browser in which the key's owner is signed in. */
  signedIn: string
  /** The cookies of a browser in which an admin is signed in. */
  managing: string
}>

export async function prepareGround(world: World, context: BrowserContext): Promise<Ground> {
  const account = await world.createAccount('Side by Side & Sons')
  const owner = await world.createPerson('agent', [account])
  const key = await world.createKey(owner)
  const otherKey = await world.createKey(await world.createPerson('agent', [account]))
  const askingKey = await world.createKey(owner, ['introspect'])
  const manager = await world.createPerson('admin')
  const readingKey = await world.createKey(manager, ['events:read'])
  const managing = await signInFor(manager, context)
  const signedIn = await signInFor(owner, context)
  return { world, account, key, otherKey, askingKey, readingKey, tokens: await issueTokens(key), signedIn, managing }
}

/** @returns the cookies of a browser in which this user is signed in, as it sends them */
async function signInFor(person: TestPerson, context: BrowserContext): Promise<string> {
  await context.clearCookies()
  await postSignIn(context, person)
  const cookies = await context.cookies(product.baseUrl)
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
