import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { dialogHref, keyDialogHref, keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { whyHref } from '#app/(portal)/_urls/why-url.ts'
import { secretHref } from '#app/(portal)/users-and-access/keys/[keyId]/_components/secrets-url.ts'
import styles from '#app/(portal)/why/_components/why.module.css'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { ExplainedRefusal } from '#lib/domain/events/refusals/find-refusals.ts'

type Props = Readonly<{ refusal: ExplainedRefusal; isRegistered: boolean }>

/** What a manager can do about the cause at once. */
export async function RefusalActions({ refusal, isRegistered }: Props) {
  const [t, words] = await Promise.all([portalTranslator('why'), portalTranslator('keySecrets')])
  const { requestId, reason, keyId, facts } = refusal
  const needsKey = reason === 'key_expired' || reason === 'key_revoked'
  const needsSecret = reason === 'secret_wrong' || reason === 'secret_retired'
  return (
    <div className={styles.actions}>
      {reason === 'origin_unregistered' && facts.origin !== undefined && !isRegistered && (
        <LinkButton href={whyHref(requestId, 'register')} variant="primary" inPlace>
          {t('act.register', { origin: facts.origin })}
        </LinkButton>
      )}
      {reason === 'key_disabled' && keyId !== null && (
        <LinkButton href={keyDialogHref(keyId, 'enable-key')} variant="primary">
          {t('act.enable')}
        </LinkButton>
      )}
      {needsSecret && keyId !== null && <LinkButton href={secretHref(keyId, 'rotate')}>{words('rotate')}</LinkButton>}
      {needsKey && (
        <LinkButton href={dialogHref({ search: '', page: 1 }, 'generate-key')} variant="primary">
          {t('act.generate')}
        </LinkButton>
      )}
      {keyId !== null && <LinkButton href={keyHref(keyId)}>{t('act.showKey')}</LinkButton>}
    </div>
  )
}
