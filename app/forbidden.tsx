/** Never shown: portal pages have their own. Without this file every document carries Next's. */
export default function Forbidden() {
  return null
}
