import type { Containment } from '#lib/leak-desk/containable.ts'
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
  const [target, contained] = [readTarget(query, 'contain'), readTarget(query, 'contained')]
  return (
    <>
      <Breadcrumbs place="usersAndAccess" />
      <PageHeader title={t('title')}>{t('intro')}</PageHeader>
      {contained && <Contained target={contained} />}
      <ClientMessages namespaces={['leakDesk']}>
        <LeakDesk containedId={contained?.id} />
      </ClientMessages>
      {target && <ContainDialog target={target} askPassword={needsConfirmation(actor, services.clock.now())} />}
    </>
  )
}

/** Says what to do next. */
async function Contained({ target: { keyId } }: Readonly<{ target: Containment }>) {
  const t = await portalTranslator('leakDesk')
  return (
    <Notice title={t('contained')}>
      {t.rich('next', {
        key: (text) => <a href={keyHref(keyId)}>{text}</a>,
        activity: (text) => <a href={activityHref({ key: keyId })}>{text}</a>,
      })}
    </Notice>
  )
}

async function ContainDialog({ target, askPassword }: Readonly<{ target: Containment; askPassword: boolean }>) {
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
        <p>{t(`${words}.effect`)}</p>
      </ConfirmFormDialog>
    </ClientMessages>
  )
}
