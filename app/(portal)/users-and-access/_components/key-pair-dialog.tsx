'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { Code } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { type KeyPairSample, toKeyPairEnvironment, toOpenidClient, toSignedRequest } from './key-pair-snippets.ts'
import { SampleTabs } from './key-samples.tsx'
import styles from './secret-dialog.module.css'

type Props = Readonly<{
  title: string
  sample: KeyPairSample
  baseUrl: string
  doneHref: string
  /** Until when the key works. */
  children: ReactNode
}>

/** What an integrator needs to sign in a program with its private key. Nothing in it is secret. */
export function KeyPairDialog({ title, sample, baseUrl, doneHref, children }: Props) {
  const t = useTranslations('usersAndAccess')
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.closest('dialog')?.querySelector('h2')?.focus(), [])
  return (
    <Dialog title={title} closeHref={doneHref} size="medium">
      <div ref={ref} className={styles.guide}>
        <p>{t('keyPair.noSecret')}</p>
        <dl className={styles.values}>
          <Value label={t('secret.keyId')} value={sample.keyId} />
          <Value label={t('keyPair.tokenEndpoint')} value={`${baseUrl}/auth/v1/token`} />
          <Value label={t('keyPair.audience')} value={baseUrl} note={t('keyPair.audienceHint')} />
          <div>
            <dt>{t('keyPair.thumbprint')}</dt>
            <dd>
              <Code>{sample.thumbprint}</Code>
            </dd>
          </div>
        </dl>
        <SampleTabs
          samples={[
            { id: 'openid-client', label: 'openid-client', code: toOpenidClient(sample, baseUrl) },
            // A proof of possession is more than a sample can sign.
            ...(sample.dpop ? [] : [{ id: 'jose', label: 'jose', code: toSignedRequest(sample) } as const]),
            { id: 'env', label: '.env', code: toKeyPairEnvironment(sample, baseUrl) },
          ]}
        />
        {children}
        <FormActions>
          <LinkButton href={doneHref} variant="primary" inPlace replace>
            {t('secret.done')}
          </LinkButton>
        </FormActions>
      </div>
    </Dialog>
  )
}

type ValueProps = Readonly<{ label: string; value: string; note?: string }>

function Value({ label, value, note }: ValueProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Code>{value}</Code>
        <CopyButton value={value} what={label} iconOnly />
        {note && <span className="lk-fine">{note}</span>}
      </dd>
    </div>
  )
}
