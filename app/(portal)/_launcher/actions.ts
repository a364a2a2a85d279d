'use server'

import { refresh } from 'next/cache'
import { RedirectType, redirect } from 'next/navigation'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { hasScripts } from '#app/(portal)/_session/has-scripts.ts'
import { runUserAction } from '#app/(portal)/_session/user.ts'
import { endOwnAccountSessions } from '#lib/domain/accounts/account-sessions/own-open-sessions.ts'
import { maxPinned, movePin, pinAccount, unpinAccount } from '#lib/domain/accounts/accounts/launcher.ts'
import { accountIdSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/**
 * Pins or unpins an account. Other refusals need no message: the list still shows the stored state.
 * @returns why the account was not pinned, if the user has too many pins; without scripts, the launcher says it
 */
export async function changePin(form: FormData): Promise<string | undefined> {
  const result = await runUserAction(async (services, actor) => {
    const accountId = parseInput(accountIdSchema, form.get('accountId'))
    const restore = form.get('restore') === 'true'
    if (form.get('pinned') === 'true') await pinAccount(services, actor, { accountId, restore })
    else await unpinAccount(services, actor, accountId)
  })
  refresh()
  if (result.ok || result.code !== 'conflict') return undefined
  if (!(await hasScripts())) redirect('/?refused=pin', RedirectType.replace)
  return (await portalTranslator('launcher'))('tooManyPins', { max: maxPinned })
}

/** Moves a pinned account before another, or to the end. As with {@link changePin}, a refusal needs no message. */
export async function movePinned(form: FormData): Promise<void> {
  await runUserAction(async (services, actor) => {
    const accountId = parseInput(accountIdSchema, form.get('accountId'))
    await movePin(services, actor, { accountId, before: readText(form, 'before') })
  })
  refresh()
}

/** Ends the session of an open account in this browser. One that has ended already needs no message: it is gone. */
export async function endOpenAccount(form: FormData): Promise<void> {
  await runUserAction((services, actor) => endOwnAccountSessions(services, actor, readText(form, 'sessionId')))
  refresh()
}

/** Ends all accounts that are open in this browser. */
export async function endOpenAccounts(): Promise<void> {
  await runUserAction((services, actor) => endOwnAccountSessions(services, actor))
  refresh()
}
