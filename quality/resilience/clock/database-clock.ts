import { query } from '#lib/testing/postgres-server.ts'

/** The clock of a PostgreSQL database, moved by replacing the SQL function from which all statements have the time. */
export class DatabaseClock {
  readonly #address: string
  #aheadMs = 0

  constructor(address: string) {
    this.#address = address
  }

  now(): number {
    return Date.now() + this.#aheadMs
  }

  async set(now: number): Promise<void> {
    this.#aheadMs = now - Date.now()
    await query(
      this.#address,
      `create or replace function latchkey_now_ms() returns bigint language sql stable
       as $$ select floor(extract(epoch from statement_timestamp()) * 1000)::bigint + ${this.#aheadMs} $$`,
    )
  }
}
