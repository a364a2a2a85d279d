import { Card } from '#app/(portal)/_details/card.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { groupDialogHref } from '#app/(portal)/_urls/groups-url.ts'
import styles from '#app/(portal)/manage/accounts/groups/_components/groups.module.css'
import { describeRule } from '#app/(portal)/manage/accounts/groups/_components/groups-table.tsx'
import { applyRuleAction } from '#app/(portal)/manage/accounts/groups/actions.ts'
import { groupActions } from '#app/(portal)/manage/accounts/groups/group-actions.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { State } from '#components/ui/state.tsx'
import type { AccountGroup, GroupRule } from '#lib/domain/accounts/account-groups/account-group.ts'

type Props = Readonly<{ group: AccountGroup; rules: readonly GroupRule[] }>

/** The rules that fill the group. */
export async function GroupRules({ group, rules }: Props) {
  const t = await portalTranslator('accountGroups')
  const add = (
    <LinkButton href={groupDialogHref(group.id, 'rule')} size="small" inPlace>
      {t(groupActions.rule.label)}
    </LinkButton>
  )
  return (
    <Card title={t('page.rules')} action={add}>
      <p className={styles.hint}>{t('page.rulesWhy')}</p>
      {rules.length > 0 && (
        <ul className={styles.list}>
          {rules.map((rule) => (
            <Rule key={rule.id} group={group} rule={rule} />
          ))}
        </ul>
      )}
    </Card>
  )
}

async function Rule({ group, rule }: Readonly<{ group: AccountGroup; rule: GroupRule }>) {
  const t = await portalTranslator('accountGroups')
  const text = await describeRule(rule)
  return (
    <li className={styles.pair}>
      <span>{text}</span>
      {!rule.isApplied && (
        <>
          <State kind="waiting">{t('page.waiting')}</State>
          <ActionForm action={applyRuleAction}>
            <input type="hidden" name="ruleId" value={rule.id} />
            <SubmitButton variant="secondary" size="small">
              {t('page.apply')}
            </SubmitButton>
          </ActionForm>
        </>
      )}
      <LinkButton
        href={groupDialogHref(group.id, 'remove-rule', rule.id)}
        variant="quiet"
        size="small"
        aria-label={t('page.removeRuleNamed', { rule: text })}
        inPlace
      >
        {t(groupActions['remove-rule'].label)}
      </LinkButton>
    </li>
  )
}
