import { notFound } from 'next/navigation'
import { Card } from '#app/(portal)/_details/card.tsx'
import { Columns } from '#app/(portal)/_details/columns.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { pageTitle, portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { accountHref } from '#app/(portal)/_urls/accounts-url.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Code } from '#components/ui/code.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Table } from '#components/ui/table.tsx'
import { type GrantReceipt, type ReceiptStep, sessionEndings } from '#lib/domain/links/sso-grants/grant-receipt.ts'
import { getReceipt } from '#lib/domain/links/sso-grants/read-receipt.ts'
import { grantSeconds } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { grantRefusals } from '#lib/foundation/buffers/grant-notes.ts'
import { getServices } from '#lib/foundation/services.ts'
import { isRefusal } from '#lib/kernel/errors.ts'

type Props = Readonly<{ params: Promise<{ grantId: string }> }>

export const generateMetadata = pageTitle('grants', (t) => t('title'))

/** What became of a sign-in link. */
export default async function GrantPage({ params }: Props) {
  const [actor, services, { grantId }, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    params,
    portalTranslator('grants'),
  ])
  const receipt = await getReceipt(services, actor, grantId).catch((error: unknown) => {
    if (isRefusal(error) && error.code === 'not_found') notFound()
    throw error
  })
  return (
    <>
      <Breadcrumbs place="activity" />
      <PageHeader title={t('title')}>{t('why')}</PageHeader>
      <Columns wide={<Steps steps={receipt.steps} />} narrow={<GrantFacts receipt={receipt} />} />
    </>
  )
}

async function Steps({ steps }: Pick<GrantReceipt, 'steps'>) {
  const [t, format] = await Promise.all([portalTranslator('grants'), portalFormatter()])
  const columns = [
    { id: 'step', header: t('columns.step') },
    { id: 'network', header: t('columns.network'), width: 'medium', onPhones: 'fact' },
    { id: 'at', header: t('columns.at'), width: 'medium', onPhones: 'fact' },
  ] as const
  const rows = steps.map((step) => ({
    id: `${step.step}-${step.at}`,
    cells: {
      step: <Happened step={step} />,
      network: step.network === null ? '' : <Code>{step.network}</Code>,
      at: (
        <time dateTime={new Date(step.at).toISOString()}>
          {format.dateTime(step.at, { dateStyle: 'medium', timeStyle: 'medium' })}
        </time>
      ),
    },
  }))
  return (
    <Card title={t('steps')}>
      <Table caption={t('steps')} columns={columns} rows={rows} />
    </Card>
  )
}

async function Happened({ step: { step, reason } }: Readonly<{ step: ReceiptStep }>) {
  const t = await portalTranslator('grants')
  switch (step) {
    case 'refused':
      return t(`refused.${grantRefusals.find((known) => known === reason) ?? 'revoked'}`, { seconds: grantSeconds })
    case 'session_ended':
      return t(`sessionEnded.${sessionEndings.find((known) => known === reason) ?? 'other'}`)
    default:
      return t(`happened.${step}`)
  }
}

async function GrantFacts({ receipt }: Readonly<{ receipt: GrantReceipt }>) {
  const t = await portalTranslator('grants')
  const { grantId, accountId, userId, keyId, state } = receipt
  return (
    <Card title={t('details')}>
      <Facts
        facts={[
          [t('state'), t(`states.${state}`)],
          [t('account'), <IdLink key="account" href={accountHref(accountId)} id={accountId} />],
          [t('user'), <IdLink key="user" href={activityHref({ person: userId })} id={userId} />],
          [t('key'), keyId === null ? t('launch') : <IdLink key="key" href={keyHref(keyId)} id={keyId} />],
          ['ID', <Code key="id">{grantId}</Code>],
        ]}
      />
    </Card>
  )
}

function IdLink({ href, id }: Readonly<{ href: string; id: string }>) {
  return (
    <Link href={href}>
      <Code>{id}</Code>
    </Link>
  )
}
