import { IconPlus } from '@tabler/icons-react'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { dialogHref, type ListPlace } from '../list-place.ts'
import { KeysTable } from './keys-table.tsx'
import { Section } from './section.tsx'
import styles from './users-and-access.module.css'

type Props = Readonly<{ keys: readonly ApiKey[]; place: ListPlace }>

/** The keys that this person may manage: those in use, and apart from them what is over. */
export async function ApiKeysSection({ keys, place }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const living = keys.filter(({ state }) => state === 'active' || state === 'disabled')
  const ended = keys.filter(({ state }) => state === 'revoked' || state === 'expired')
  const generate = (
    <LinkButton href={dialogHref(place, 'generate-key')} inPlace>
      <IconPlus size={16} stroke={1.75} aria-hidden="true" />
      {t('keys.add')}
    </LinkButton>
  )
  // English whatever the language: it speaks of names that are.
  const why = (
    <>
      {t('keys.why')}{' '}
      <a href="/api-reference" hrefLang="en">
        {t('keys.reference')}
      </a>
    </>
  )
  return (
    <Section id="api-keys" title={t('keys.title')} why={why} action={generate}>
      {living.length === 0 ? (
        <EmptyState title={t('keys.none')}>{t('keys.noneHint')}</EmptyState>
      ) : (
        <KeysTable caption={t('keys.caption')} keys={living} place={place} />
      )}
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary>{t('keys.ended', { count: ended.length })}</summary>
          <KeysTable caption={t('keys.endedCaption')} keys={ended} place={place} />
        </details>
      )}
    </Section>
  )
}
