import type { Database, DbTransaction } from '#lib/foundation/db/database.ts'

/** An open transaction as a database: the transaction of a use case becomes a part of it. */
export function joinTransaction(trx: DbTransaction): Database {
  const joined = { execute: <Result>(work: (within: DbTransaction) => Promise<Result>) => work(trx) }
  return new Proxy(trx, {
    get: (target, name) => {
      if (name === 'transaction') return () => joined
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
