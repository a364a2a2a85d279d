import { IconCheck, IconFileImport, IconLayoutGrid, IconShieldLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { importPath } from '#app/(portal)/_urls/accounts-url.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import { adminPlaces, firstStepHref } from '#app/(portal)/_urls/admin-places.ts'
import { addProviderPath } from '#app/(portal)/_urls/settings-url.ts'
import { userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { closeSteps } from '#app/(portal)/overview/actions.ts'
import { countOpened } from '#app/(portal)/users-and-access/_components/count-opened.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Code } from '#components/ui/code.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import {
  type FirstStep,
  firstSteps,
  type FirstSteps as Steps,
} from '#lib/domain/organization/first-steps/first-steps.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { FirstCall } from './first-call.tsx'
import styles from './first-steps.module.css'

type Props = Readonly<{
  actor: PortalUser
  steps: Steps
  /** Whether its key was generated just now. */
  isKeyNew: boolean
  /** Without a dialog over it, the page reloads itself where there are no scripts. */
  reloads: boolean
}>

/** Gets the focus after a dialog, unless it goes further. */
export const currentId = 'current-step'

/** The path from an empty instance to an account that a program opened, instead of the overview. */
export async function FirstSteps(props: Props) {
  const { done } = props.steps
  const t = await portalTranslator('firstSteps')
  const count = firstSteps.filter((step) => done[step]).length
  const isFinished = count === firstSteps.length
  const current = firstSteps.find((step) => !done[step])
  return (
    <div className={styles.page}>
      <PageHeader title={t(isFinished ? 'finished.title' : 'title')}>
        {t(isFinished ? 'finished.why' : 'why')}
      </PageHeader>
      {isFinished ? <Opened steps={props.steps} /> : <Progress count={count} />}
      <ol className={`lk-card ${styles.steps}`} aria-label={t('title')}>
        {firstSteps.map((step, index) => (
          <li
            key={step}
            data-done={done[step]}
            {...(step === current && { 'aria-current': 'step', id: currentId, tabIndex: -1 })}
          >
            <span className={styles.mark} aria-hidden="true">
              {done[step] ? <IconCheck size={14} stroke={2} /> : index + 1}
            </span>
            <div>
              {done[step] && <span className="lk-unseen">{t('isDone')} </span>}
              <strong>{t(`steps.${step}.title`)}</strong>
              {done[step] && <Made step={step} steps={props.steps} />}
              {!done[step] && step !== current && <p>{t(`steps.${step}.why`)}</p>}
              {step === current && step !== 'call' && <Why step={step} steps={props.steps} />}
            </div>
            {done[step] && <MadeAt step={step} steps={props.steps} />}
            {step === current && step !== 'call' && <Action step={step} steps={props.steps} />}
            {step === current && step === 'call' && <FirstCall {...props} />}
          </li>
        ))}
      </ol>
      {isFinished ? <Next isOwner={props.actor.role === 'owner'} /> : <Close />}
    </div>
  )
}

async function Progress({ count }: Readonly<{ count: number }>) {
  const t = await portalTranslator('firstSteps')
  return (
    <div className={styles.progress}>
      <span>{t('progress', { done: count, all: firstSteps.length })}</span>
      <svg viewBox={`0 0 ${firstSteps.length} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={count} height={1} />
      </svg>
    </div>
  )
}

type StepProps = Readonly<{ step: FirstStep; steps: Steps }>

type OpenStepProps = StepProps & Readonly<{ step: Exclude<FirstStep, 'call'> }>

/** Whether there is a program, and an account that it could be given. */
function isWithoutAccounts(step: FirstStep, { account, program }: Steps): boolean {
  return step === 'program' && program !== undefined && account !== undefined
}

async function Why({ step, steps }: OpenStepProps) {
  const t = await portalTranslator('firstSteps')
  const { program } = steps
  return <p>{isWithoutAccounts(step, steps) && program ? t('opensNone', program) : t(`steps.${step}.why`)}</p>
}

/** The way into the dialog of the step. */
async function Action({ step, steps }: OpenStepProps) {
  const t = await portalTranslator('firstSteps')
  const { account, program } = steps
  const hrefs = {
    account: firstStepHref('add'),
    program: firstStepHref('add-user', 'service'),
    key: firstStepHref('generate-key'),
    agent: firstStepHref('add-user', 'agent'),
  }
  if (!isWithoutAccounts(step, steps) || !account || !program) {
    return (
      <div className={styles.action}>
        <LinkButton href={hrefs[step]} variant="primary" inPlace>
          {t(`steps.${step}.action`)}
        </LinkButton>
      </div>
    )
  }
  return (
    <div className={styles.action}>
      <LinkButton href={firstStepHref('allow', account.id)} variant="primary" inPlace>
        {t('allow.submit', { account: account.name })}
      </LinkButton>
      <LinkButton href={userAccountsHref(program.id)}>{t('selectAccounts')}</LinkButton>
    </div>
  )
}

/** What a step made; nothing of a key that the user may not manage. */
async function Made({ step, steps: { account, program, key, example, call, agent } }: StepProps) {
  const [t, { dateTime }] = await Promise.all([portalTranslator('firstSteps'), portalFormatter()])
  const time = (at: number | null) => (at === null ? '' : dateTime(at, { timeStyle: 'medium' }))
  const made: Readonly<Record<FirstStep, ReactNode>> = {
    account: account && (
      <>
        <AccountMonogram account={account} size="small" /> {account.name} <Code>{account.id}</Code>
      </>
    ),
    program: program && (
      <>
        <UserAvatar user={program} size="small" />{' '}
        {t('opens', { name: program.name, example: example?.name ?? '', ...countOpened(program.opens) })}
      </>
    ),
    key: key && (
      <>
        {key.name} <Code>{key.id}</Code>
      </>
    ),
    call: t('called', { token: time(call.token), link: time(call.link), opened: time(call.opened) }),
    agent: agent && (
      <>
        <UserAvatar user={{ ...agent, role: 'agent' }} size="small" /> {agent.name}
      </>
    ),
  }
  return <p>{made[step]}</p>
}

async function MadeAt({ step, steps: { account, program, key, call, agent } }: StepProps) {
  const at = { account: account?.at, program: program?.at, key: key?.createdAt, call: call.opened, agent: agent?.at }[
    step
  ]
  return <span className={styles.when}>{at != null && <Moment at={at} />}</span>
}

async function Close() {
  const t = await portalTranslator('firstSteps')
  return (
    <ActionForm action={closeSteps} className={styles.close}>
      <SubmitButton variant="quiet" size="small" name="doneHref" value={adminPlaces.overview}>
        {t('hide')}
      </SubmitButton>
    </ActionForm>
  )
}

async function Opened({ steps: { key, call } }: Readonly<{ steps: Steps }>) {
  const [t, { dateTime }] = await Promise.all([portalTranslator('firstSteps'), portalFormatter()])
  if (call.opened === null) return null
  return (
    <Notice
      tone="success"
      title={t('finished.opened', { time: dateTime(call.opened, { timeStyle: 'short' }) })}
      action={key && <LinkButton href={activityHref({ key: key.id })}>{t('finished.events')}</LinkButton>}
    >
      {key && t('finished.by', { name: key.owner.name, key: key.name })}
    </Notice>
  )
}

const places = [
  { name: 'import', href: importPath, Icon: IconFileImport },
  { name: 'provider', href: addProviderPath, Icon: IconShieldLock },
  { name: 'launcher', href: '/', Icon: IconLayoutGrid },
] as const

/** What comes next. Each of them, or the overview, closes the steps for good. */
async function Next({ isOwner }: Readonly<{ isOwner: boolean }>) {
  const t = await portalTranslator('firstSteps')
  const offered = places.filter(({ name }) => name !== 'provider' || isOwner)
  return (
    <ActionForm action={closeSteps} className={styles.next} aria-label={t('finished.next')}>
      {offered.map(({ name, href, Icon }) => (
        <button key={name} type="submit" name="doneHref" value={href} className="lk-card">
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          <strong>{t(`finished.places.${name}.title`)}</strong>
          <span>{t(`finished.places.${name}.why`)}</span>
        </button>
      ))}
      <SubmitButton variant="primary" name="doneHref" value={adminPlaces.overview}>
        {t('finished.overview')}
      </SubmitButton>
    </ActionForm>
  )
}
