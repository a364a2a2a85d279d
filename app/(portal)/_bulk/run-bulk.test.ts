import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import { insertUser, personOf } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'
import type { BulkSummary } from './bulk-state.ts'
import { readPicked, runBulk } from './run-bulk.ts'

// next-auth can't be imported outside Next.
vi.mock('#app/(portal)/_session/auth.ts', () => ({ setSessionCookie: async () => {} }))

let services: TestServices
let late: PortalUser

beforeEach(async () => {
  services = await openTestServices()
  const admin = personOf(services, await insertUser(services, { role: 'admin' }))
  late = { ...admin, confirmedAt: admin.confirmedAt - confirmationMs }
})

const summary: BulkSummary = { title: 'Remove?', sentences: [], danger: true, needsConfirmation: true, fields: {} }
const undo = { confirmed: '1', pick: 'a' }

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** Removes, which needs a confirmation, or restores, which doesn't. */
function submit(verb: 'remove' | 'restore', fields: Readonly<Record<string, string>>, actor = late) {
  const needsConfirmation = verb === 'remove'
  return runBulk(services, actor, formOf({ verb, ...fields }), {
    summarize: async () => ({ ...summary, needsConfirmation }),
    change: async (_, confirmed) => {
      if (needsConfirmation) requireRecentConfirmation(confirmed, services.clock.now())
      return { text: 'Done', undo }
    },
  })
}

const byPassword = { passkey: false, code: false }

describe('the form of selected rows, with an expired confirmation', () => {
  it('asks before the summary of a change that needs one, and again if it expires after that', async () => {
    expect(await submit('remove', { pick: 'a b' })).toMatchObject({
      summary,
      confirmBy: byPassword,
      confirmFirst: true,
    })
    expect(await submit('remove', { pick: 'a b', confirmed: '1' })).toMatchObject({
      result: { ok: false, code: 'confirmation_required' },
      summary,
      confirmBy: byPassword,
      confirmFirst: false,
    })
  })

  it('does not ask for a change that needs none, and offers no Undo, which could not ask', async () => {
    const asked = await submit('restore', { pick: 'a' })
    expect(asked).toMatchObject({ summary: { title: 'Remove?' }, confirmBy: false, confirmFirst: false })
    const state = await submit('restore', { pick: 'a', confirmed: '1' })
    expect(state).toMatchObject({
      result: { ok: true },
      done: { text: 'Done', undo: undefined },
      confirmBy: byPassword,
    })
  })
})

it('offers Undo after a recent confirmation', async () => {
  const actor = { ...late, confirmedAt: late.confirmedAt + confirmationMs }
  expect(await submit('remove', { pick: 'a', confirmed: '1' }, actor)).toMatchObject({ done: { text: 'Done', undo } })
})

it('refuses an agent', async () => {
  const agent = personOf(services, await insertUser(services, { role: 'agent' }))
  expect(await submit('remove', { pick: 'a' }, agent)).toMatchObject({ result: { ok: false, code: 'forbidden' } })
})

it('reads rows from one field or several, each once', () => {
  const form = formOf({ pick: 'a b' })
  form.append('pick', 'b')
  form.append('pick', 'c')
  expect(readPicked(form)).toEqual(['a', 'b', 'c'])
})
