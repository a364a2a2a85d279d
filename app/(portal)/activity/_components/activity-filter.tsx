import Link from 'next/link'
import { kindsOf } from '#lib/activity/event-filter.ts'
import { maxAccountLength } from '#lib/activity/schema.ts'
import { eventGroups } from '#lib/audit/event.ts'
import type { FieldProblems } from '#lib/errors.ts'
import type { User } from '#lib/users/user.ts'
import { Button } from '../../../../components/ui/button.tsx'
import { Select } from '../../../../components/ui/select.tsx'
import { TextField } from '../../../../components/ui/text-field.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import styles from '../activity.module.css'
import { type ActivityFilter as Filter, isFiltered } from '../activity-url.ts'

type Props = Readonly<{
  filter: Filter
  /** The user in the filter: the URL carries the ID, the form shows the name. */
  user: User | undefined
  /** Suggestions while typing. */
  users: readonly Pick<User, 'username' | 'name'>[]
  problems: FieldProblems
}>

/** A plain GET form: the URL holds the filter, and it works without scripts. */
export async function ActivityFilter({ filter, user, users, problems }: Props) {
  const t = await portalTranslator('activity')
  const kinds = eventGroups.flatMap((group) => [
    { value: group, label: t(`groups.${group}`) },
    ...kindsOf(group).map((kind) => ({ value: kind, label: `\u2003${t(`kinds.${kind}`)}` })),
  ])
  return (
    <search className={styles.search} data-print="hide">
      {/* Remounts when links change the filter, so that the fields follow the URL. */}
      <form key={JSON.stringify(filter)} action="/activity" className={styles.filter} aria-label={t('filter')}>
        <TextField
          name="person"
          label={t('person')}
          placeholder={t('personHint')}
          list="activity-people"
          defaultValue={user?.username ?? filter.person}
          error={
            problems.person &&
            t(problems.person === 'ambiguous' ? 'severalPersons' : 'unknownPerson', {
              value: filter.person.slice(0, 64),
            })
          }
        />
        <datalist id="activity-people">
          {users.map(({ username, name }) => (
            <option key={username} value={username} label={name} />
          ))}
        </datalist>
        <TextField
          name="account"
          label={t('account')}
          defaultValue={filter.account}
          error={problems.account && t('longAccount', { max: maxAccountLength })}
          mono
        />
        <Select
          name="kind"
          label={t('kind')}
          defaultValue={problems.kind ? '' : filter.kind}
          error={problems.kind && t('unknownKind', { value: filter.kind.slice(0, 64) })}
          options={[{ value: '', label: t('anyKind') }, ...kinds]}
        />
        <TextField
          type="date"
          name="from"
          label={t('from')}
          defaultValue={filter.from}
          error={problems.from && t('notADay')}
        />
        <TextField type="date" name="to" label={t('to')} defaultValue={filter.to} error={problems.to && t('notADay')} />
        <div className={styles.submit}>
          <Button type="submit">{t('apply')}</Button>
        </div>
        {isFiltered(filter) && (
          <p className={`lk-fine ${styles.reset}`}>
            <Link href="/activity">{t('showAll')}</Link>
          </p>
        )}
      </form>
    </search>
  )
}
