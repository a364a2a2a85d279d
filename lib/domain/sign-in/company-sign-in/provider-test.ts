import { z } from 'zod'
import { deleteTest, findTest, upsertTest } from '#lib/domain/sign-in/sign-in-providers/tests-store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'

/**
 * Why a test sign-in failed. `client`: the provider doesn't accept the client ID or how Latchkey authenticates.
 * `redirect_uri`: it doesn't know the redirect URI. `changed`: the settings changed meanwhile. The others are those of
 * a sign-in.
 */
export const testProblems = [
  'cancelled',
  'client',
  'redirect_uri',
  'factor',
  'unavailable',
  'changed',
  'refused',
] as const
export type TestProblem = (typeof testProblems)[number]

const toldSchema = z.array(z.object({ name: z.string(), value: z.string() })).readonly()

const outcomeSchema = z.union([
  z.object({
    told: toldSchema,
    claims: z.object({
      subject: z.string(),
      email: z.string().nullable(),
      isEmailVerified: z.boolean(),
      name: z.string().nullable(),
      username: z.string().nullable(),
      /** Null if the provider isn't set up to tell them. */
      groups: z.union([z.array(z.string()).readonly(), z.literal('untold')]).nullable(),
      isIncomplete: z.boolean(),
    }),
  }),
  z.object({
    told: toldSchema,
    problem: z.enum(testProblems),
    /** The provider's own words or code, or what Latchkey found. Empty if there is none. */
    code: z.string(),
  }),
])

/** What came of a test sign-in. `told`: the claims as they came, to be shown. */
export type TestOutcome = Readonly<z.output<typeof outcomeSchema>>
/** What a successful test tells of its user. */
export type TestClaims = Extract<TestOutcome, { claims: unknown }>['claims']

const testSchema = z.object({
  /** Tells it from what else is sealed with the same key. */
  kind: z.literal('test'),
  providerId: z.string(),
  sessionId: z.string(),
  /** Of the settings that were tested. */
  settingsHash: z.string(),
  outcome: outcomeSchema,
})

type ProviderTest = Readonly<z.output<typeof testSchema>>
/** Each session has one test of each provider: no other session can read it, or use it. */
export type TestKey = Pick<ProviderTest, 'providerId' | 'sessionId'>

/** Keeps the test for ten minutes, encrypted, instead of the one before. */
export async function keepTest({ db, keys }: Services, test: Omit<ProviderTest, 'kind'>): Promise<void> {
  const sealed = await seal(keys.current.providerSignInSeal, JSON.stringify({ kind: 'test', ...test }))
  await upsertTest(db, toId(test), sealed)
}

/** The latest test; undefined if there is none, or after ten minutes. */
export async function openTest(
  { keys }: Pick<Services, 'keys'>,
  db: Db,
  key: TestKey,
): Promise<Pick<ProviderTest, 'settingsHash' | 'outcome'> | undefined> {
  const sealed = await findTest(db, toId(key))
  if (sealed === undefined) return undefined
  for (const { providerSignInSeal } of keys.all) {
    const text = await unseal(providerSignInSeal, sealed).catch(() => undefined)
    const test = text === undefined ? undefined : testSchema.safeParse(JSON.parse(text)).data
    // Another row's text in this one is no test of this session.
    if (test && test.providerId === key.providerId && test.sessionId === key.sessionId) return test
  }
  return undefined
}

export function forgetTest(db: Db, key: TestKey): Promise<void> {
  return deleteTest(db, toId(key))
}

function toId({ sessionId, providerId }: TestKey): string {
  return sha256(`${sessionId}\n${providerId}`)
}
