import type { translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { ActionRefusal } from '#lib/web/http/action-result.ts'

/** What happened and why, in the language of the translator. */
export function putIntoWords(
  { code, retryAfterSeconds, requestId }: Pick<ActionRefusal, 'code' | 'retryAfterSeconds' | 'requestId'>,
  t: ReturnType<typeof translatorFor<'errors'>>,
): Readonly<{ title: string; why: string; signIn?: true }> {
  const sentences = [t(`refusals.${code}.why`)]
  if (code === 'too_many_requests' && retryAfterSeconds !== undefined) {
    sentences.push(t('tryAgainIn', { minutes: Math.ceil(retryAfterSeconds / 60) }))
  }
  if (code === 'server_error') sentences.push(`${t('requestId')}: ${requestId}`)
  return {
    title: t(`refusals.${code}.title`),
    why: sentences.join(' '),
    ...(code === 'signed_out' && { signIn: true }),
  }
}
