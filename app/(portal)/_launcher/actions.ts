'use server'

import { refresh } from 'next/cache'
import { pinAccount, unpinAccount } from '#lib/accounts/launcher.ts'
import { accountIdSchema } from '#lib/accounts/schema.ts'
import { parseInput } from '#lib/parse-input.ts'
import { runUserAction } from '../_session/user.ts'

/** Pins or unpins an account. A refusal needs no message: the list still shows the stored state. */
export async function changePin(form: FormData): Promise<void> {
  await runUserAction(async (services, actor) => {
    const accountId = parseInput(accountIdSchema, form.get('accountId'))
    if (form.get('pinned') === 'true') await pinAccount(services, actor, accountId)
    else await unpinAccount(services, actor, accountId)
  })
  refresh()
}
