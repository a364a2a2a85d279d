/** Never shown: only the portal calls `forbidden()`, and has a page of its own. Otherwise every document carries Next's. */
export default function Forbidden() {
  return null
}
