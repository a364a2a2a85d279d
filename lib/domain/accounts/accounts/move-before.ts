/** The IDs with one of them moved before another, or to the end if there is no such other. */
export function moveBefore(ids: readonly string[], moved: string, before: string): readonly string[] {
  const others = ids.filter((id) => id !== moved)
  const at = others.indexOf(before)
  return others.toSpliced(at < 0 ? others.length : at, 0, moved)
}
