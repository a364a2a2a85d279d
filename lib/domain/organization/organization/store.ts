import {
  type Logo,
  logoTypes,
  noOrganization,
  type Organization,
} from '#lib/domain/organization/organization/organization.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'

/** The key of the table's only row. */
const id = 'organization'

export async function findOrganization(db: Db): Promise<Organization> {
  const row = await db
    .selectFrom('organization')
    .select(['name', 'accent', 'logo_digest', 'logo_aspect'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return noOrganization
  const { name, accent, logo_digest: digest, logo_aspect: aspect } = row
  return { name, accent, logo: digest === null || aspect === null ? null : { digest, aspect } }
}

export async function findLogo(db: Db, digest: string): Promise<Omit<Logo, 'aspect'> | undefined> {
  const row = await db
    .selectFrom('organization')
    .select(['logo_type', 'logo'])
    .where('id', '=', id)
    .where('logo_digest', '=', digest)
    .executeTakeFirst()
  const type = logoTypes.find((known) => known === row?.logo_type)
  return row?.logo && type ? { type, digest, bytes: new Uint8Array(Buffer.from(row.logo, 'base64')) } : undefined
}

export async function setNameAndAccent(db: Db, values: Pick<Organization, 'name' | 'accent'>): Promise<void> {
  await write(db, values)
}

/** @param logo null removes it */
export async function setLogo(db: Db, logo: Logo | null): Promise<void> {
  await write(db, {
    logo_type: logo?.type ?? null,
    logo_digest: logo?.digest ?? null,
    logo_aspect: logo?.aspect ?? null,
    logo: logo && Buffer.from(logo.bytes).toString('base64'),
  })
}

type Columns = Readonly<{
  name?: string | null
  accent?: string | null
  logo_type?: string | null
  logo_digest?: string | null
  logo_aspect?: number | null
  logo?: string | null
}>

async function write(db: Db, columns: Columns): Promise<void> {
  await db
    .insertInto('organization')
    .values({ id, ...columns, changed_at: nowMs })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...columns, changed_at: nowMs }))
    .execute()
}
