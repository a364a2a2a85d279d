type PageOf<Item> = Readonly<{ items: readonly Item[]; more: boolean }>

/** As many as the management API has in a page. */
export const itemsPerPage = 200

/**
 * Reads a list page by page, to its end or up to `limit`.
 * @param readPage reads the page after an item, or the first one
 */
export async function readPages<Item>(
  readPage: (after: Item | undefined) => Promise<PageOf<Item>>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const found: Item[] = []
  for (let more = true; more && found.length < limit; ) {
    const page = await readPage(found.at(-1))
    found.push(...page.items)
    more = page.more
  }
  return found.slice(0, limit)
}
