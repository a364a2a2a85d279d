import type { ApiKey } from '#lib/api-keys/api-key.ts'
import type { Containment } from '#lib/leak-desk/containable.ts'
import { findContainment } from '#lib/leak-desk/find-containment.ts'
import { needsConfirmation } from '#lib/permissions.ts'
import { getServices } from '#lib/services.ts'
import { Notice } from '../../../../components/ui/notice.tsx'
import { PageHeader } from '../../../../components/ui/page-header.tsx'
import { Breadcrumbs } from '../../_header/breadcrumbs.tsx'
import type { Query } from '../../_lists/list-url.ts'
import { ClientMessages } from '../../_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '../../_preferences/preferences.ts'
import { requireManagerPage } from '../../_session/user.ts'
import { activityHref } from '../../activity/activity-url.ts'
import { ConfirmFormDialog } from '../_components/lazy-dialogs.tsx'
import { keyHref } from '../list-state.ts'
import styles from './_components/leak-desk.module.css'
import { LeakDesk } from './_components/leak-desk.tsx'
import { containLeakAction } from './actions.ts'
import { leakDeskHref, leakDeskPath, readTarget } from './leak-desk-url.ts'

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
      {found?.isDone && <Contained apiKey={found.key} />}
      <ClientMessages namespaces={['leakDesk']}>
        <LeakDesk containedId={found?.isDone ? target?.id : undefined} />
      </ClientMessages>
      {asked && found && !found.isDone && (
        <ContainDialog target={asked} apiKey={found.key} askPassword={needsConfirmation(actor, services.clock.now())} />
      )}
    </>
  )
}

/** Says what to do next. */
async function Contained({ apiKey: { id } }: Readonly<{ apiKey: ApiKey }>) {
  const t = await portalTranslator('leakDesk')
  return (
    <div className={styles.contained}>
      <Notice title={t('contained')}>
        {t.rich('next', {
          key: (text) => <a href={keyHref(id)}>{text}</a>,
          activity: (text) => <a href={activityHref({ key: id })}>{text}</a>,
        })}
      </Notice>
    </div>
  )
}

type DialogProps = Readonly<{ target: Containment; apiKey: ApiKey; askPassword: boolean }>

async function ContainDialog({ target, apiKey, askPassword }: DialogProps) {
  const t = await portalTranslator('leakDesk')
  const words = target.subject === 'secret' ? 'containSecret' : 'containFamily'
  return (
    <ClientMessages namespaces={['usersAndAccess']}>
      <ConfirmFormDialog
        action={containLeakAction}
        fields={target}
        askPassword={askPassword}
        closeHref={leakDeskPath}
        doneHref={leakDeskHref(target, true)}
        title={t(`${words}.title`)}
        submitLabel={t('contain')}
        danger
      >
        <p>{t.rich('ofKey', { key: () => <strong>{apiKey.name}</strong>, owner: apiKey.owner.name })}</p>
        <p>{t(`${words}.effect`)}</p>
      </ConfirmFormDialog>
    </ClientMessages>
  )
}
