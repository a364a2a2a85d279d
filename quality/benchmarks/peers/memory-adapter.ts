type Content = Record<string, unknown> & { grantId?: string; consumed?: number }

const stored = new Map<string, Content>()

/** Stores everything in memory: node-oidc-provider’s own adapter keeps only 1,000 entries. */
export class MemoryAdapter {
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  async upsert(id: string, content: Content): Promise<void> {
    stored.set(this.#key(id), content)
  }

  async find(id: string): Promise<Content | undefined> {
    return stored.get(this.#key(id))
  }

  async consume(id: string): Promise<void> {
    const content = stored.get(this.#key(id))
    if (content) content.consumed = Math.floor(Date.now() / 1_000)
  }

  async destroy(id: string): Promise<void> {
    stored.delete(this.#key(id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, content] of stored) if (content.grantId === grantId) stored.delete(key)
  }

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}

  #key(id: string): string {
    return `${this.#kind}:${id}`
  }
}
