'use client'

import { useId } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { type SampleKey, toCurl, toEnvironment, toJavaScript, toScimSettings } from './key-snippets.ts'
import styles from './secret-dialog.module.css'

type Props = Readonly<{ newKey: SampleKey & Readonly<{ exampleAccountId: string | undefined }>; baseUrl: string }>

/** Samples for a program that has the secret. */
export function KeySamples({ newKey, baseUrl }: Props) {
  const { exampleAccountId: accountId } = newKey
  const samples = [
    ...(newKey.scopes.includes('scim')
      ? [{ id: 'scim', label: 'SCIM', code: toScimSettings(newKey, baseUrl) } as const]
      : []),
    { id: 'env', label: '.env', code: toEnvironment(newKey, baseUrl) },
    { id: 'curl', label: 'curl', code: toCurl(newKey, { baseUrl, accountId }) },
    { id: 'javascript', label: 'JavaScript', code: toJavaScript({ accountId }) },
  ] as const
  return <SampleTabs samples={samples} />
}

/** Each `id` has a rule in the style sheet. */
type Sample = Readonly<{
  id: 'scim' | 'env' | 'curl' | 'javascript' | 'openid-client' | 'jose'
  label: string
  code: string
}>

type TabsProps = Readonly<{
  samples: readonly Sample[]
  /** Whether the first button takes the focus. */
  hasFocus?: boolean
}>

/** Samples in tabs: radio buttons, which work without scripts. A tab shows exactly what its button copies. */
export function SampleTabs({ samples, hasFocus = false }: TabsProps) {
  const t = useTranslations('usersAndAccess.secret')
  const name = useId()
  return (
    <fieldset className={styles.samples}>
      <legend className="lk-unseen">{t('samples')}</legend>
      <div className={styles.tabs}>
        {samples.map(({ id, label }, index) => (
          <label key={id}>
            <input type="radio" name={name} value={id} defaultChecked={index === 0} className="lk-unseen" />
            {label}
          </label>
        ))}
      </div>
      {samples.map(({ id, label, code }, index) => (
        <div key={id} data-sample={id}>
          <CopyButton
            value={code}
            what={label}
            label={t('copySample', { label })}
            autoFocus={hasFocus && index === 0}
          />
          <pre>
            <code>{code}</code>
          </pre>
        </div>
      ))}
    </fieldset>
  )
}
