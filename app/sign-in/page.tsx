import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { readSetUpState } from '#lib/password-links/set-up.ts'
import { toNextPath } from '#lib/portal-sessions/next-path.ts'
import { getServices } from '#lib/services.ts'
import { SingleColumn } from '../../components/single-column.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { ClientMessages } from '../(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '../(portal)/_preferences/preferences.ts'
import { currentUser } from '../(portal)/_session/user.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Reasons in the URL for showing the sign-in page; others are ignored. */
const notices = { 'signed-out': 'signedOut', 'password-set': 'passwordSet', 'set-up': 'setUp' } as const

/** Remembered, because it is final: the sign-in page must not need the database. */
let isSetUp = false

const findSetUpState = cache(async () => {
  if (isSetUp) return 'done'
  const state = await readSetUpState((await getServices()).db)
  isSetUp = state === 'done'
  return state
})

export async function generateMetadata(): Promise<Metadata> {
  const [t, shell] = await Promise.all([portalTranslator('signIn'), portalTranslator('shell')])
  return { title: (await findSetUpState()) === 'new' ? shell('setUpNeeded.title') : t('title') }
}

/** Sign-in by email address or username. */
export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const asked = await searchParams
  const next = toNextPath(typeof asked.next === 'string' ? asked.next : undefined)
  // A user who returns here from an account wants to leave it, not to open it again.
  if (await currentUser()) redirect(next.startsWith('/launch/') ? '/' : next)
  const [t, shell] = await Promise.all([portalTranslator('signIn'), portalTranslator('shell')])
  const setUpState = await findSetUpState()
  if (setUpState === 'new') return <SetUpNeeded />
  const notice = Object.entries(notices).find(([word]) => word === asked.notice)?.[1]
  return (
    <SingleColumn>
      <h1>{t('title')}</h1>
      {setUpState === 'without-owner' && (
        <Notice title={shell('setUpNeeded.ownerMissing')}>{shell('setUpNeeded.why')}</Notice>
      )}
      {notice && <Notice tone="success">{t(`notices.${notice}`)}</Notice>}
      <ClientMessages namespaces={['signIn']}>
        <SignInForm next={next} />
      </ClientMessages>
      <p className="lk-fine">{t('forgotten')}</p>
    </SingleColumn>
  )
}

/** Tells the operator where to find the set-up link. The link itself is never shown: it creates the owner. */
async function SetUpNeeded() {
  const t = await portalTranslator('shell')
  return (
    <SingleColumn>
      <h1>{t('setUpNeeded.title')}</h1>
      <p>{t('setUpNeeded.why')}</p>
      <p>{t('setUpNeeded.newLink')}</p>
      <p className="lk-fine">
        {t('setUpNeeded.docker')} <code>docker compose logs latchkey</code>
      </p>
    </SingleColumn>
  )
}
