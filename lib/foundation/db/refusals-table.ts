/** The last refusals of client programs, without a value of their requests. */
export type RefusalsTable = {
  request_id: string
  at: number
  endpoint: string
  status: number
  error: string
  description: string
  reason: string
  network: string
  /** JSON, without a value of the request. */
  shape: string
  key_id: string | null
  secret_id: string | null
  /** JSON. */
  facts: string
}
