import type { ActionResult } from '#lib/http/action-result.ts'
import { confirmPassword } from '#lib/portal-sessions/confirm-password.ts'
import type { Services } from '#lib/services.ts'
import type { Person } from '#lib/users/actor.ts'
import { needsConfirmation } from '#lib/users/roles.ts'
import { runPersonAction } from '../_session/person.ts'
import type { FormState } from './form-state.ts'

/**
 * The body of this page's Server Actions. A password that came along is confirmed first, and the work goes on in the
 * same submit. A refusal keeps what was entered; an answer that succeeded keeps nothing.
 */
export async function submitForm<T>(
  form: FormData,
  work: (services: Services, person: Person) => Promise<T>,
): Promise<FormState<T>> {
  let askPassword = true
  const result = await runPersonAction(async (services, person) => {
    const password = readText(form, 'password')
    const confirmed = password === '' ? person : await confirmPassword(services, person, password)
    askPassword = needsConfirmation(confirmed, services.clock.now())
    return work(services, confirmed)
  })
  return { result: markPassword(result), entered: result.ok ? [] : keepEntered(form), askPassword }
}

/** One text field; empty where it is missing or is a file. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export function readTexts(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string')
}

/** What was pasted into one field: words between spaces, commas, semicolons or line breaks. */
export function readWords(form: FormData, name: string): string[] {
  return readText(form, name)
    .split(/[\s,;]+/)
    .filter(Boolean)
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
