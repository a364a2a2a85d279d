import { beforeAll, describe, expect, it } from 'vitest'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { userFields } from '#lib/domain/people/users/fields.ts'
import type { DeclaredField } from '#lib/kernel/declare-fields.ts'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

// The texts that nouns declare, in the commands of each.

const latchkey = createCommandLine(runCommandLine)

type Noun = Readonly<{
  noun: string
  fields: Readonly<Record<string, DeclaredField>>
  create: readonly string[]
  /** The verb that changes it, and what follows. */
  change: readonly [verb: string, subject?: string]
  /** Whether the verb that creates it takes its texts. */
  createsTexts?: false
}>

type Shown = Readonly<Record<string, unknown>>

const asIs = (field: DeclaredField) => field
const user = ['create', '--username', 'anna', '--name', 'Anna', '--email', 'anna@corp.example', '--role', 'agent']

const nouns: readonly Noun[] = [
  {
    noun: 'account',
    fields: accountFields.perField(asIs),
    create: ['create', '--id', 'at-100021', '--name', 'Acme'],
    change: ['change'],
  },
  {
    noun: 'account-group',
    fields: groupFields.perField(asIs),
    create: ['create', '--name', 'Alpine'],
    change: ['change'],
  },
  { noun: 'user', fields: userFields.perField(asIs), create: user, change: ['change', 'anna'] },
  {
    noun: 'key',
    fields: keyFields.perField(asIs),
    create: ['create', '--name', 'CRM', '--user', 'anna'],
    change: ['change'],
    createsTexts: false,
  },
  {
    noun: 'webhook',
    fields: webhookFields.perField(asIs),
    create: ['add', 'https://hooks.example/latchkey'],
    change: ['edit'],
  },
]

describe.each(nouns)('the commands of $noun', ({ noun, fields, create, change: [verb, subject], createsTexts }) => {
  const texts = Object.entries(fields).map(([name, { option, example, heading }]) => ({
    name,
    example,
    heading,
    flag: option.flags.split(' ')[0] ?? '',
  }))
  let id: string
  beforeAll(async () => {
    const given = createsTexts === false ? [] : texts.flatMap(({ flag, example }) => [flag, example])
    const created = (await latchkey.json(noun, ...create, ...given)) as Shown
    id = String(created.id ?? created.keyId)
  })

  async function listed(): Promise<Shown> {
    const lists = Object.values((await latchkey.json(noun, 'list')) as Readonly<Record<string, readonly Shown[]>>)
    return lists[0]?.find((item) => item.id === id || item.keyId === id) ?? expect.fail('not listed')
  }

  it.each(texts)('create, change, list and clear $name', async ({ name, flag, example, heading }) => {
    const change = (value: string) => latchkey.json(noun, verb, subject ?? id, flag, value)
    if (createsTexts === false) await change(example)
    expect((await listed())[name]).toBe(example)
    if (heading !== undefined) expect((await latchkey.run(noun, 'list')).stdout.split('\n')[0]).toContain(heading)
    await change('')
    expect((await listed())[name] || null).toBe(null)
    await change(example)
    expect((await listed())[name]).toBe(example)
  })
})
