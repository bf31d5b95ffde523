/** The host of the page in the tab, wherever in it this frame is. */
export function hostOfPage(): string {
  const {ancestorOrigins} = location
  const top = ancestorOrigins[ancestorOrigins.length - 1] ?? origin
  return (URL.parse(top) ?? location).hostname
}
