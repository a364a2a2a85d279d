import type { ReactNode } from 'react'
import { ConfirmFormDialog } from '#app/(portal)/_forms/lazy-confirm-form-dialog.tsx'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import { leakDeskHref, leakDeskPath, readTarget, wordsOf } from '#app/(portal)/_urls/leak-desk-url.ts'
import type { Query } from '#app/(portal)/_urls/list-url.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import type { Containment } from '#lib/domain/keys/leak-desk/containable.ts'
import { type FoundContainment, findContainment } from '#lib/domain/keys/leak-desk/find-containment.ts'
import { type ConfirmBy, findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/foundation/services.ts'
import styles from './_components/leak-desk.module.css'
import { LeakDesk } from './_components/leak-desk.tsx'
import { containLeakAction } from './actions.ts'

type Props = Readonly<{ searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('leakDesk', (t) => t('title'))

/** Whose a leaked credential is, whether it works, and how to end it. */
export default async function LeakDeskPage({ searchParams }: Props) {
  const [actor, services, query, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    searchParams,
    portalTranslator('leakDesk'),
  ])
  const asked = readTarget(query, 'contain')
  const target = asked ?? readTarget(query, 'contained')
  // A URL may say anything: only what is stored is named, or said to be done.
  const found = target && (await findContainment(services, actor, target))
  return (
    <>
      <Breadcrumbs place="usersAndAccess" />
      <PageHeader title={t('title')}>{t('intro')}</PageHeader>
      {found?.isDone && <Contained found={found} />}
      <ClientMessages namespaces={['leakDesk']}>
        <LeakDesk containedId={found?.isDone ? target?.id : undefined} />
      </ClientMessages>
      {asked && found && !found.isDone && (
        <ContainDialog target={asked} found={found} confirmBy={await findConfirmBy(services, actor)} />
      )}
    </>
  )
}

type FoundProps = Readonly<{ found: FoundContainment }>

/** Says what to do next. */
async function Contained({ found }: FoundProps) {
  const t = await portalTranslator('leakDesk')
  return (
    <div className={styles.contained}>
      <Notice title={t('contained')}>
        {found.key
          ? t.rich('next', {
              key: linkTo(keyHref(found.key.id)),
              activity: linkTo(activityHref({ key: found.key.id })),
            })
          : t.rich('nextOfLink', {
              user: found.grant.userName,
              activity: linkTo(activityHref({ person: found.grant.userId })),
            })}
      </Notice>
    </div>
  )
}

function linkTo(href: string) {
  return (text: ReactNode) => <a href={href}>{text}</a>
}

type DialogProps = FoundProps & Readonly<{ target: Containment; confirmBy: ConfirmBy }>

async function ContainDialog({ target, found, confirmBy }: DialogProps) {
  const t = await portalTranslator('leakDesk')
  const words = wordsOf[target.subject]
  return (
    <ClientMessages namespaces={['usersAndAccess']}>
      <ConfirmFormDialog
        action={containLeakAction}
        fields={target}
        confirmBy={confirmBy}
        closeHref={leakDeskPath}
        doneHref={leakDeskHref(target, true)}
        title={t(`${words}.title`)}
        submitLabel={t('contain')}
        danger
      >
        <p>
          {found.key
            ? t.rich('ofKey', { key: () => <strong>{found.key.name}</strong>, owner: found.key.owner.name })
            : t.rich('ofLink', {
                account: () => <strong>{found.grant.accountName}</strong>,
                user: found.grant.userName,
              })}
        </p>
        <p>{t(`${words}.effect`, { user: found.key ? '' : found.grant.userName })}</p>
      </ConfirmFormDialog>
    </ClientMessages>
  )
}
