export const webhookUrlLengths = { min: 1, max: 2_048 } as const

/** A process sends to all of them at the same time. */
export const maxWebhooks = 20
