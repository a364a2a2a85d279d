import { Refusal } from '#lib/errors.ts'
import { type ActionResult, runAction } from '#lib/http/action-result.ts'
import { confirmPassword } from '#lib/portal-sessions/confirm-password.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'
import { needsConfirmation, requireManager } from '#lib/users/roles.ts'
import { readText } from '../_session/form-text.ts'
import type { FormState } from './form-state.ts'

/** The largest form that a Server Action of this page reads: fields, and characters of all names and values together. */
const maxFields = 1_000
const maxCharacters = 64 * 1_024

/** Runs for a manager, with the form within its limits. */
export type FormWork<T> = (services: Services, person: Person) => Promise<T>

/**
 * The body of a Server Action of this page. Role and limits come before anything that costs: no field is read for an
 * agent. A password that came along is confirmed first. After a refusal the state holds what was entered.
 */
export async function runForm<T>(
  services: Services,
  person: Person,
  form: FormData,
  work: FormWork<T>,
): Promise<FormState<T>> {
  let askPassword = needsConfirmation(person, services.clock.now())
  let readable = false
  const result = await runAction(services, person, async () => {
    requireManager(person)
    requireBoundedForm(form)
    readable = true
    const password = readText(form, 'password')
    const confirmed = password === '' ? person : await confirmPassword(services, person, password)
    askPassword = needsConfirmation(confirmed, services.clock.now())
    return work(services, confirmed)
  })
  return { result: markPassword(result), entered: result.ok || !readable ? [] : keepEntered(form), askPassword }
}

/** @throws Refusal `body_too_large`, after reading no more of the form than the limits allow */
function requireBoundedForm(form: FormData): void {
  let fields = 0
  let characters = 0
  for (const [name, value] of form.entries()) {
    fields += 1
    characters += name.length + (typeof value === 'string' ? value.length : value.size)
    if (fields > maxFields || characters > maxCharacters) throw new Refusal('body_too_large')
  }
}

/** The field that the refusal is about, so that it is marked and focused. */
function markPassword<T>(result: ActionResult<T>): ActionResult<T> {
  if (result.ok || result.code !== 'confirmation_required') return result
  return { ...result, fields: { password: 'required' } }
}

function keepEntered(form: FormData): [string, string][] {
  return [...form.entries()].filter((entry): entry is [string, string] => {
    const [name, value] = entry
    return typeof value === 'string' && name !== 'password' && !name.startsWith('$ACTION')
  })
}
