import { IconCircleCheck, IconCircleDashed, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { LiveUpdates } from '#app/(portal)/_live/live-updates.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalFormatter, portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { firstStepHref } from '#app/(portal)/_urls/admin-places.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { whyHref } from '#app/(portal)/_urls/why-url.ts'
import { countOpened } from '#app/(portal)/users-and-access/_components/count-opened.ts'
import { SampleTabs } from '#app/(portal)/users-and-access/_components/key-samples.tsx'
import { toCurl, toEnvironment, toJavaScript } from '#app/(portal)/users-and-access/_components/key-snippets.ts'
import { RefusalActions } from '#app/(portal)/why/[requestId]/_components/refusal-actions.tsx'
import { Code } from '#components/ui/code.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { explainRefusal } from '#lib/domain/events/refusals/explain-refusal.ts'
import type { FirstSteps } from '#lib/domain/organization/first-steps/first-steps.ts'
import type { KeptRefusal } from '#lib/foundation/buffers/kept-refusal.ts'
import { getServices } from '#lib/foundation/services.ts'
import styles from './first-call.module.css'

type Props = Readonly<{ steps: FirstSteps; isKeyNew: boolean; reloads: boolean }>

const marks = ['token', 'link', 'opened'] as const
/** The mark that a refusal of the endpoint leaves open. */
const refusedMarks = { '/auth/v1/token': 'token', '/auth/v1/sso': 'link', '/sso': 'opened' } as const

/** The step that waits for the program: it follows each call, and explains a refusal. */
export async function FirstCall({ steps, isKeyNew, reloads }: Props) {
  const { key, call, refused, version } = steps
  const [t, why] = await Promise.all([portalTranslator('firstSteps'), portalTranslator('why')])
  if (!key) return null
  const failed = refused && Object.entries(refusedMarks).find(([path]) => path === refused.refusal.endpoint)?.[1]
  const reached = failed ? marks.indexOf(failed) : marks.findIndex((mark) => call[mark] === null)
  const words = { listening: t('live.waiting'), paused: why('live.paused'), reload: why('live.reload') }
  return (
    <>
      <div className={styles.live}>
        <LiveUpdates url={`${keyHref(key.id)}/live`} version={version} words={words} />
      </div>
      <div className={styles.call}>
        {reloads && (
          <noscript>
            <meta httpEquiv="refresh" content="5" />
          </noscript>
        )}
        <p role="status">{t(`live.${failed ? 'refused' : 'reached'}.${marks[reached] ?? 'token'}`)}</p>
        {!refused && <Samples steps={steps} isKeyNew={isKeyNew} />}
        <ol className={styles.marks}>
          {marks.map((mark, index) => (
            <Mark
              key={mark}
              name={mark}
              at={call[mark]}
              state={markState(index - reached, failed !== undefined)}
              refusal={refused?.refusal}
            />
          ))}
        </ol>
        {refused && <Refused steps={steps} refused={refused} />}
        {refused && (
          <details className={styles.again}>
            <summary>{t('live.samples')}</summary>
            <Samples steps={steps} isKeyNew={false} />
          </details>
        )}
      </div>
    </>
  )
}

type MarkState = 'done' | 'next' | 'later' | 'refused'

/** @param distance from the mark that the calls wait for */
function markState(distance: number, isRefused: boolean): MarkState {
  if (distance < 0) return 'done'
  if (distance > 0) return 'later'
  return isRefused ? 'refused' : 'next'
}

const markIcons = { done: IconCircleCheck, next: IconCircleDashed, later: IconCircleDashed, refused: IconCircleX }

type MarkProps = Readonly<{
  name: (typeof marks)[number]
  at: number | null
  state: MarkState
  refusal: Pick<KeptRefusal, 'at' | 'status'> | undefined
}>

async function Mark({ name, at, state, refusal }: MarkProps) {
  const [t, why, { dateTime }] = await Promise.all([
    portalTranslator('firstSteps'),
    portalTranslator('why'),
    portalFormatter(),
  ])
  const Icon = markIcons[state]
  const time = (instant: number) => dateTime(instant, { timeStyle: 'medium' })
  return (
    <li data-state={state}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <strong>{why(`live.steps.${name}`)}</strong>
      <small>
        {state === 'refused' &&
          refusal &&
          t('live.refusedAt', { time: time(refusal.at), status: String(refusal.status) })}
        {state === 'done' && at !== null && time(at)}
        {(state === 'next' || state === 'later') && why('live.notYet')}
      </small>
    </li>
  )
}

/** The calls with the values of the key and of an account that it opens, without its secret. */
async function Samples({ steps: { key, program, example }, isKeyNew }: Omit<Props, 'reloads'>) {
  const { baseUrl } = (await getServices()).env
  // Its program proves another key with each request.
  if (!key || !program || key.requiresDpop) return null
  const [accountId, secret] = [example?.id, 'lksec_…']
  const credentials = { id: key.id, secret: '$PLATFORM_CLIENT_SECRET' }
  const curl = `PLATFORM_CLIENT_SECRET=${secret}\n\n${toCurl(credentials, { baseUrl, accountId })}`
  const environment = toEnvironment({ id: key.id, secret, ownerUsername: program.username }, baseUrl)
  return (
    <ClientMessages namespaces={['usersAndAccess']}>
      <SampleTabs
        hasFocus={isKeyNew}
        samples={[
          { id: 'curl', label: 'curl', code: curl },
          { id: 'javascript', label: 'JavaScript', code: toJavaScript({ accountId }) },
          { id: 'env', label: '.env', code: environment },
        ]}
      />
    </ClientMessages>
  )
}

type RefusedProps = Readonly<{ steps: FirstSteps; refused: NonNullable<FirstSteps['refused']> }>

/** Why, what the program may open instead, and the way into the dialog of the remedy. */
async function Refused({ steps: { key, program, example }, refused: { refusal, asked, isSolved } }: RefusedProps) {
  const [t, preferences] = await Promise.all([portalTranslator('firstSteps'), readPreferences()])
  const { cause, remedy } = explainRefusal(refusal, preferences)
  const { requestId, reason, facts } = refusal
  const opens = key?.accountIds?.length ?? program?.opens ?? 0
  const name = program?.name ?? ''
  return (
    <section className={styles.refused} aria-label={cause}>
      <IconInfoCircle size={18} stroke={1.75} aria-hidden="true" />
      <h2>{cause}</h2>
      <p>
        {facts.accountId === undefined || refusal.endpoint === '/sso' ? (
          remedy
        ) : (
          <>
            {t('opens', { name, example: example?.name ?? '', ...countOpened(opens) })}{' '}
            {asked && t('live.asked', { account: asked.name })} {isSolved && t('live.solved')}
          </>
        )}
      </p>
      <div className={styles.actions}>
        {reason === 'account_not_allowed' && asked ? (
          !isSolved && (
            <LinkButton href={firstStepHref('allow', asked.id)} variant="primary" size="small" inPlace>
              {t('allow.submit', { account: asked.name })}
            </LinkButton>
          )
        ) : (
          <RefusalActions refusal={{ ...refusal, keyName: key?.name }} isRegistered={false} />
        )}
        {facts.accountId !== undefined && example && (
          <span className="lk-fine">
            {t.rich('live.again', { id: example.id, code: (text) => <Code>{text}</Code> })}
          </span>
        )}
        <Link href={whyHref(requestId)} className={styles.id}>
          <Code>{requestId}</Code>
        </Link>
      </div>
    </section>
  )
}
