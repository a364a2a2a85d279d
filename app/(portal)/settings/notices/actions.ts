'use server'

import { runUserAction } from '#app/(portal)/_session/user.ts'
import type { ActionState } from '#components/connection/use-form.ts'
import { sendTestMail, type TestOutcome } from '#lib/server/mail-delivery/send-test-mail.ts'

export async function sendTestMessage(
  _former: ActionState<TestOutcome>,
  _form: FormData,
): Promise<ActionState<TestOutcome>> {
  return { result: await runUserAction((services, actor) => sendTestMail(services, actor)) }
}
