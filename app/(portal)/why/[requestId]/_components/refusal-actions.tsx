import type { ExplainedRefusal } from '#lib/refusals/find-refusals.ts'
import { LinkButton } from '../../../../../components/ui/link-button.tsx'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { dialogHref, keyDialogHref, keyHref } from '../../../users-and-access/list-state.ts'
import styles from '../../_components/why.module.css'
import { whyHref } from '../../why-url.ts'

type Props = Readonly<{ refusal: ExplainedRefusal; isRegistered: boolean }>

/** What a manager can do about the cause at once. */
export async function RefusalActions({ refusal, isRegistered }: Props) {
  const t = await portalTranslator('why')
  const { requestId, reason, keyId, facts } = refusal
  const needsKey = reason === 'key_expired' || reason === 'key_revoked'
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
      {needsKey && (
        <LinkButton href={dialogHref({ search: '', page: 1 }, 'generate-key')} variant="primary">
          {t('act.generate')}
        </LinkButton>
      )}
      {keyId !== null && <LinkButton href={keyHref(keyId)}>{t('act.showKey')}</LinkButton>}
    </div>
  )
}
