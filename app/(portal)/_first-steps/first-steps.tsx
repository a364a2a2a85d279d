import { IconCheck } from '@tabler/icons-react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { dialogHref, type ListState, userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import {
  type FirstStep,
  firstSteps,
  type FirstSteps as Steps,
} from '#lib/domain/organization/first-steps/first-steps.ts'
import { hideSteps } from './actions.ts'
import styles from './first-steps.module.css'

const users: ListState = { search: '', page: 1 }

const hrefs: Readonly<Record<FirstStep, string>> = {
  account: '/manage/accounts?dialog=add',
  service: dialogHref(users, 'add-user', 'service'),
  key: dialogHref(users, 'generate-key'),
  call: '/api-reference',
  agent: dialogHref(users, 'add-user', 'agent'),
}

/** The checklist of a new instance: each step links to its form until it is done. Renders nothing without steps. */
export async function FirstSteps({ steps }: Readonly<{ steps: Steps | undefined }>) {
  if (!steps) return null
  const { done, serviceUser } = steps
  const t = await portalTranslator('firstSteps')
  const count = firstSteps.filter((step) => done[step]).length
  const current = firstSteps.find((step) => !done[step])
  return (
    <section className={`lk-card ${styles.card}`} aria-labelledby="first-steps">
      <header className={styles.head}>
        <div>
          <h2 id="first-steps">{t('title')}</h2>
          <p className="lk-fine">{t('why')}</p>
        </div>
        <ActionForm action={hideSteps}>
          <SubmitButton variant="quiet" size="small">
            {t('hide')}
          </SubmitButton>
        </ActionForm>
      </header>
      <div className={styles.progress}>
        <span>{t('progress', { done: count, all: firstSteps.length })}</span>
        <svg viewBox={`0 0 ${firstSteps.length} 1`} preserveAspectRatio="none" aria-hidden="true">
          <rect width={count} height={1} />
        </svg>
      </div>
      <ol className={styles.steps}>
        {firstSteps.map((step, index) => (
          <li key={step} data-done={done[step]} aria-current={step === current ? 'step' : undefined}>
            <span className={styles.mark} aria-hidden="true">
              {done[step] ? <IconCheck size={14} stroke={2} /> : index + 1}
            </span>
            <div>
              {done[step] && <span className="lk-unseen">{t('isDone')} </span>}
              <strong>{t(`steps.${step}.title`)}</strong>
              <p>
                {step === 'service' && serviceUser
                  ? t('opensNone', { name: serviceUser.name })
                  : t(`steps.${step}.why`)}
              </p>
            </div>
            {!done[step] && (
              <StepLink step={step} serviceUser={serviceUser} variant={step === current ? 'primary' : 'secondary'} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type StepLinkProps = Readonly<{
  step: FirstStep
  serviceUser: Steps['serviceUser']
  variant: 'primary' | 'secondary'
}>

async function StepLink({ step, serviceUser, variant }: StepLinkProps) {
  const t = await portalTranslator('firstSteps')
  if (step === 'service' && serviceUser) {
    return (
      <LinkButton href={userAccountsHref(serviceUser.id)} variant={variant}>
        {t('selectAccounts')}
      </LinkButton>
    )
  }
  return (
    <LinkButton href={hrefs[step]} plain={step === 'call'} inPlace={step !== 'call'} variant={variant}>
      {t(`steps.${step}.action`)}
    </LinkButton>
  )
}
