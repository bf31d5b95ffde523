const gap = 4
const inset = 8

/** Puts a floating box under its anchor, above it where there is no room below; its right edges agree where it would overflow. */
export function placeBeside(anchor: HTMLElement, box: HTMLElement): void {
  const from = anchor.getBoundingClientRect()
  const {offsetWidth: width, offsetHeight: height} = box
  const below = from.bottom + gap
  const fits = below + height <= window.innerHeight - inset
  const top = fits ? below : Math.max(inset, from.top - gap - height)
  const left = from.left + width <= window.innerWidth - inset ? from.left : Math.max(inset, from.right - width)
  box.style.top = `${top}px`
  box.style.left = `${left}px`
}
