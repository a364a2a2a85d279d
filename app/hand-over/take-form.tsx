'use client'

import { type ReactNode, useState } from 'react'
import { useForgotten } from '#app/(portal)/_forms/use-forgotten.ts'
import { KeySamples } from '#app/(portal)/users-and-access/_components/key-samples.tsx'
import { SecretBlock } from '#app/(portal)/users-and-access/_components/secret-block.tsx'
import { StoredForm } from '#app/(portal)/users-and-access/_components/stored-form.tsx'
import { useForm } from '#components/connection/use-form.ts'
import { useDateTime, useTranslations } from '#components/messages.tsx'
import { Code } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Form } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { TakenKey } from '#lib/domain/keys/hand-over/take-hand-over.ts'
import { type TakeState, takeHandOverAction } from './actions.ts'
import styles from './hand-over.module.css'

type TakeProps = Readonly<{
  token: string
  isOpen: boolean
  baseUrl: string
  /** What the link offers, or what became of it. */
  children: ReactNode
}>

/** Generates the secret and shows it once: without scripts, the page is rendered with a link that is used already. */
export function TakeForm({ token, isOpen, baseUrl, children }: TakeProps) {
  const t = useTranslations('handOver')
  const initialState: TakeState = {}
  const { state, action, problem } = useForm(takeHandOverAction, initialState)
  if (state.result?.ok) return <TakenSecret taken={state.result.value} baseUrl={baseUrl} />
  if (!isOpen) return children
  return (
    <>
      {children}
      <Form action={action} problem={problem} submitLabel={t('submit')}>
        <input type="hidden" name="token" value={token} />
      </Form>
      <p className="lk-fine">{t('hint')}</p>
    </>
  )
}

type TakenProps = Readonly<{ taken: TakenKey; baseUrl: string }>

function TakenSecret({ taken, baseUrl }: TakenProps) {
  const [t, words] = [useTranslations('handOver'), useTranslations('usersAndAccess.secret')]
  const dateTime = useDateTime()
  const [isStored, setStored] = useState(false)
  const forgotten = useForgotten()
  return (
    <>
      <h1 className="lk-unseen">{taken.name}</h1>
      <Notice tone="warning" title={t(forgotten ? 'forgotten' : 'once')}>
        {!forgotten && t('onceWhy')}
      </Notice>
      {!forgotten && (
        <div className={styles.secret}>
          <SecretBlock secret={taken.secret} isStored={isStored} />
          <p className={styles.keyId}>
            {words('keyId')} <Code>{taken.id}</Code>
            <CopyButton value={taken.id} what={words('keyId')} iconOnly />
          </p>
          <KeySamples newKey={taken} baseUrl={baseUrl} />
        </div>
      )}
      {taken.lapsesAt !== null && (
        <p className="lk-fine">
          {t('lapses', { when: dateTime(taken.lapsesAt, { dateStyle: 'long', timeStyle: 'short' }) })}
        </p>
      )}
      <StoredForm doneHref="/hand-over/done" isStored={isStored} onStored={setStored} />
    </>
  )
}
