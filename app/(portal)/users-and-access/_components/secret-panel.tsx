'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import type { GeneratedApiKey } from '#lib/api-keys/api-key.ts'
import { useDateTime, useTranslations } from '../../../../components/messages.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Checkbox } from '../../../../components/ui/choice.tsx'
import { CodeBlock } from '../../../../components/ui/code.tsx'
import { CopyButton } from '../../../../components/ui/copy-button.tsx'
import { FormActions } from '../../../../components/ui/form.tsx'
import { toCurl, toEnvironment } from './key-snippets.ts'
import { useShownOnce } from './use-shown-once.ts'
import styles from './users-and-access.module.css'

type Props = Readonly<{ newKey: GeneratedApiKey; baseUrl: string; doneHref: string }>

/** Shows the key ID and the secret, once. The user must confirm having stored it to continue. */
export function SecretPanel({ newKey, baseUrl, doneHref }: Props) {
  const t = useTranslations('usersAndAccess.secret')
  const { ref, forgotten } = useShownOnce()
  return (
    <div ref={ref} className={styles.panel}>
      <p className={styles.once}>{t(forgotten ? 'forgotten' : 'once')}</p>
      {!forgotten && (
        <>
          <Value label={t('keyId')} note={t('keyIdField')} value={newKey.id} />
          <Value label={t('secret')} note={t('secretField')} value={newKey.secret} />
          <Snippets newKey={newKey} baseUrl={baseUrl} />
        </>
      )}
      <Expiry at={newKey.expiresAt} />
      <StoredForm doneHref={doneHref} />
    </div>
  )
}

function Value({ label, note, value }: Readonly<{ label: string; note: string; value: string }>) {
  const named = (
    <>
      {label} <span className={styles.note}>{note}</span>
    </>
  )
  return (
    <CodeBlock label={named} action={<CopyButton value={value} what={label} />}>
      {value}
    </CodeBlock>
  )
}

function Snippets({ newKey, baseUrl }: Omit<Props, 'doneHref'>) {
  const t = useTranslations('usersAndAccess.secret')
  const curl = toCurl(newKey, baseUrl)
  return (
    <>
      <FormActions>
        <CopyButton value={toEnvironment(newKey, baseUrl)} what={t('environment')} label={t('copyEnv')} />
        <CopyButton value={curl} what={t('request')} label={t('copyCurl')} />
      </FormActions>
      <div className={styles.withoutScripts}>
        <CodeBlock label={t('curlTitle')}>{curl}</CodeBlock>
      </div>
    </>
  )
}

function Expiry({ at }: Readonly<{ at: number | null }>) {
  const t = useTranslations('usersAndAccess.secret')
  const dateTime = useDateTime()
  if (at === null) return <p className="lk-fine">{t('neverExpires')}</p>
  return <p className="lk-fine">{t('expires', { when: dateTime(at, { dateStyle: 'long' }) })}</p>
}

/** A form, so that the browser requires the tick without scripts; with scripts the message is ours. */
function StoredForm({ doneHref }: Readonly<{ doneHref: string }>) {
  const t = useTranslations('usersAndAccess.secret')
  const router = useRouter()
  const [missing, setMissing] = useState(false)
  function leave(event: FormEvent) {
    event.preventDefault()
    router.replace(doneHref, { scroll: false })
  }
  function complain(event: FormEvent<HTMLInputElement>) {
    event.preventDefault()
    event.currentTarget.focus()
    setMissing(true)
  }
  return (
    <form action={doneHref} onSubmit={leave} className={styles.stored}>
      <Checkbox
        label={t('stored')}
        required
        error={missing && t('storeFirst')}
        onInvalid={complain}
        onChange={() => setMissing(false)}
      />
      <Button type="submit" variant="primary">
        {t('done')}
      </Button>
    </form>
  )
}
