import type { SelectQueryBuilder } from 'kysely'

export async function countRows<Tables, Joined extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Joined, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('total')).$castTo<{ total: number }>()
  return (await counted.executeTakeFirstOrThrow()).total
}
