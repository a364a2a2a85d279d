import type { ReactNode } from 'react'
import { ConfirmFormDialog } from '#app/(portal)/_forms/lazy-confirm-form-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentOrganization } from '#app/(portal)/_preferences/site.ts'
import { nameBrowser } from '#app/(portal)/_sessions/session-list.tsx'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import {
  type SecurityDialog,
  securityDialogs,
  securityHref,
  yourAccountPath,
} from '#app/(portal)/_urls/your-account-url.ts'
import { PlainDialog } from '#app/(portal)/users-and-access/_components/lazy-dialogs.tsx'
import { removeAppAction, removePasskeyAction, unlinkIdentityAction } from '#app/(portal)/your-account/actions.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { siteName } from '#lib/domain/organization/organization/organization.ts'
import { passwordLengthFor } from '#lib/domain/people/passwords/password-length.ts'
import { type OwnFactors, offerApp } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { drawQrCode } from '#lib/domain/sign-in/authenticator-apps/qr-code.ts'
import type { ShownIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import { type ConfirmBy, findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { describeBrowser } from '#lib/domain/sign-in/portal-sessions/describe-browser.ts'
import type { OwnSession } from '#lib/domain/sign-in/portal-sessions/find-sessions.ts'
import { hasFactor } from '#lib/domain/sign-in/second-factor/factors.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import {
  AddPasskeyDialog,
  AppDialog,
  EndSessionDialog,
  NewCodesDialog,
  PasswordDialog,
  RenamePasskeyDialog,
} from './lazy-dialogs.tsx'

type Props = Readonly<{
  actor: PortalUser
  username: string
  userAgent: string
  factors: OwnFactors
  sessions: readonly OwnSession[]
  identities: readonly ShownIdentity[]
  query: Query
}>

const closeHref = yourAccountPath

/** The dialog that the URL names. */
export async function OpenSecurityDialog({ query, ...context }: Props) {
  const name = securityDialogs.find((known) => known === textOf(query.dialog))
  if (!name) return null
  const confirmBy = await findConfirmBy(await getServices(), context.actor)
  const subject = textOf(query.subject)
  const passkey = context.factors.passkeys.find(({ id }) => id === subject)
  return (
    <ClientMessages namespaces={['security']}>
      {await dialogs[name]({ ...context, confirmBy, subject, passkey })}
    </ClientMessages>
  )
}

type Context = Omit<Props, 'query'> &
  Readonly<{ confirmBy: ConfirmBy; subject: string; passkey: OwnFactors['passkeys'][number] | undefined }>

/** Nothing for a factor or session that is gone, or a factor that can't be added. */
const dialogs: Readonly<Record<SecurityDialog, (context: Context) => ReactNode | Promise<ReactNode>>> = {
  password: ({ username, factors }) => (
    <PasswordDialog username={username} length={passwordLengthFor(hasFactor(factors))} closeHref={closeHref} />
  ),
  'add-passkey': addPasskey,
  'second-passkey': ({ factors }) => factors.passkeys.length === 1 && <SecondPasskeyDialog />,
  'rename-passkey': ({ passkey }) =>
    passkey && <RenamePasskeyDialog id={passkey.id} name={passkey.name} closeHref={closeHref} />,
  'remove-passkey': (context) => context.passkey && <RemoveDialog {...context} />,
  app: setUpApp,
  'remove-app': (context) => context.factors.app && <RemoveDialog {...context} passkey={undefined} />,
  codes: ({ confirmBy }) => <NewCodesDialog confirmBy={confirmBy} closeHref={closeHref} />,
  'end-session': endSession,
  'end-others': endOthers,
  unlink: unlinkIdentity,
}

async function addPasskey({ userAgent, factors, confirmBy }: Context) {
  const t = await portalTranslator('security')
  const described = describeBrowser(userAgent)
  const proposedName = described ? t('sessions.browserOn', described) : ''
  if (factors.policy === 'off') return null
  return <AddPasskeyDialog proposedName={proposedName} confirmBy={confirmBy} closeHref={closeHref} />
}

async function endSession({ sessions, subject, confirmBy }: Context) {
  const t = await portalTranslator('security')
  const session = sessions.find(({ id, isCurrent }) => id === subject && !isCurrent)
  if (!session) return null
  const { id, address, userAgent } = session
  const why = t('sessions.endWhy', { browser: nameBrowser(t, userAgent), address })
  return <EndSessionDialog ends={id} title={t('sessions.endTitle')} why={why} confirmBy={confirmBy} />
}

async function endOthers({ sessions, confirmBy }: Context) {
  const t = await portalTranslator('security')
  const count = sessions.length - 1
  if (count === 0) return null
  const why = t('sessions.endOthersWhy', { count })
  return <EndSessionDialog ends="others" title={t('sessions.endOthersTitle')} why={why} confirmBy={confirmBy} />
}

async function unlinkIdentity({ actor, identities, subject, confirmBy }: Context) {
  const t = await portalTranslator('companySignIn')
  const identity = identities.find(({ id }) => id === subject)
  if (!identity) return null
  return (
    <ConfirmFormDialog
      action={unlinkIdentityAction}
      fields={{ id: identity.id }}
      confirmBy={confirmBy}
      closeHref={closeHref}
      title={t('identities.unlinkTitle', { label: identity.label })}
      submitLabel={t('identities.unlinkSubmit')}
      danger
    >
      <p>{t('identities.unlinkWhy', { name: actor.name })}</p>
    </ConfirmFormDialog>
  )
}

async function SecondPasskeyDialog() {
  const t = await portalTranslator('security')
  return (
    <PlainDialog
      title={t('secondPasskey.title')}
      closeHref={closeHref}
      actions={
        <>
          <LinkButton href={closeHref} inPlace>
            {t('secondPasskey.later')}
          </LinkButton>
          <LinkButton href={securityHref('add-passkey')} inPlace variant="primary">
            {t('passkeys.add')}
          </LinkButton>
        </>
      }
    >
      <p>{t('secondPasskey.why')}</p>
    </PlainDialog>
  )
}

async function setUpApp({ actor, factors, confirmBy }: Context) {
  if (factors.policy === 'off') return null
  const replaces = factors.app !== undefined
  if (confirmBy) return <AppDialog offered={undefined} {...{ replaces, confirmBy, closeHref }} />
  const { uri, ...offered } = await offerApp(await getServices(), actor)
  return <AppDialog offered={{ ...offered, qrCode: drawQrCode(uri) }} {...{ replaces, confirmBy, closeHref }} />
}

/** Removes the passkey, or the app without one. */
async function RemoveDialog({ factors, passkey, confirmBy }: Context) {
  const t = await portalTranslator('security')
  const organization = siteName(await currentOrganization())
  const isLast = factors.passkeys.length + (factors.app ? 1 : 0) === 1
  return (
    <ConfirmFormDialog
      action={passkey ? removePasskeyAction : removeAppAction}
      fields={passkey ? { id: passkey.id } : {}}
      confirmBy={confirmBy}
      closeHref={closeHref}
      title={passkey ? t('removePasskey.title', { name: passkey.name }) : t('app.removeTitle')}
      submitLabel={t(passkey ? 'removePasskey.submit' : 'app.removeSubmit')}
      danger
    >
      <p>{t(passkey ? 'removePasskey.why' : 'app.removeWhy')}</p>
      {isLast && <p>{t(describeLast(factors), { organization })}</p>}
    </ConfirmFormDialog>
  )
}

/** What the removal of the last factor means, or what prevents it. */
function describeLast({ isRequired, hasShortPassword }: OwnFactors): 'lastRequired' | 'lastShort' | 'lastFactor' {
  if (isRequired) return 'lastRequired'
  return hasShortPassword ? 'lastShort' : 'lastFactor'
}
