import { Fragment, type ReactNode } from 'react'
import { Card } from '#app/(portal)/_details/card.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { GroupChips } from '#app/(portal)/manage/accounts/_components/group-chips.tsx'
import type { GroupChoice } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import {
  accountPath,
  type ManagedAccount,
  type OptionalField,
  optionalFields,
} from '#lib/domain/accounts/accounts/account.ts'
import { describeLocale } from '#lib/foundation/i18n/describe-locale.ts'

type Props = Readonly<{ account: ManagedAccount; groups: readonly GroupChoice[] }>

export async function AccountFacts({ account, groups }: Props) {
  const t = await portalTranslator('accounts')
  const { id, locale, deepPath, createdAt, lastOpenedAt } = account
  const special: Partial<Record<OptionalField, ReactNode>> = {
    locale: locale && <span lang={locale}>{describeLocale(locale)}</span>,
    deepPath: <code>{deepPath ?? accountPath(id)}</code>,
  }
  return (
    <Card title={t('page.facts')}>
      <Facts
        facts={[
          ...optionalFields.map(
            (field) =>
              [
                t(`fields.${field}.label`),
                <Fragment key={field}>{special[field] ?? account[field] ?? '–'}</Fragment>,
              ] as const,
          ),
          ...(groups.length > 0 ? ([[t('columns.groups'), <GroupChips key="groups" groups={groups} />]] as const) : []),
          [t('columns.created'), <Moment key="created" at={createdAt} mode="dateTime" />],
          [
            t('columns.opened'),
            lastOpenedAt === null ? t('never') : <Moment key="opened" at={lastOpenedAt} mode="date" />,
          ],
        ]}
      />
    </Card>
  )
}
