import { Card } from '#app/(portal)/_details/card.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Code } from '#components/ui/code.tsx'
import type { ProvisionedUser } from '#lib/domain/people/scim/find-provisioned.ts'

/** What the company's directory says of a user whom it manages. */
export async function ManagedCard({ provisioned }: Readonly<{ provisioned: ProvisionedUser }>) {
  const t = await portalTranslator('provisioning')
  const { userName, externalId, changedAt } = provisioned
  const idOrNone = externalId === null ? t('managed.noExternalId') : <Code>{externalId}</Code>
  return (
    <Card title={t('managed.title')}>
      <Facts
        facts={[
          [t('managed.userName'), userName],
          [t('managed.externalId'), idOrNone],
          [t('managed.changed'), <Moment key="changed" at={changedAt} mode="dateTime" />],
        ]}
      />
    </Card>
  )
}
