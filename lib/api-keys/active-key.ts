import { isActiveKeyRow } from '#lib/api-keys/store.ts'

/** Whether the key that a statement calls `k` is active at its instant, for statements that decide about more. */
export const isActiveKey = isActiveKeyRow
