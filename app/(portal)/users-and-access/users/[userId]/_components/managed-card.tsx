import type { ProvisionedUser } from '#lib/scim/find-provisioned.ts'
import { Code } from '../../../../../../components/ui/code.tsx'
import { Card } from '../../../../_details/card.tsx'
import { Facts } from '../../../../_details/facts.tsx'
import { Moment } from '../../../../_preferences/moment.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'

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
