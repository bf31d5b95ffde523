import type {Page} from '@playwright/test'

/**
 * What does not fit on a page, in words: it scrolls sideways, a text is cut off without an ellipsis
 * or overlaps another, controls overlap, lie beneath a toast, are out of reach or too small.
 */
export const faultsOfLayout = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls =
      'a[href], button, input, select, textarea, summary, [role=switch], [role=menuitem], [role=checkbox]'
    const faults = new Set<string>()
    const [width, height] = [document.documentElement.clientWidth, document.documentElement.clientHeight]
    const named = (element: Element) => {
      const said = element.getAttribute('aria-label') ?? element.textContent.trim()
      const kind = `${element.tagName.toLowerCase()}${element.className === '' ? '' : `.${element.className}`}`
      return `${kind} “${said.slice(0, 40)}”`
    }
    const isShown = (element: Element) =>
      element.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !isForEarsOnly(element)
    /** The page stands still, and to ask the browser takes long: of each element, once. */
    const once = <T>(find: (element: Element) => T) => {
      const known = new Map<Element, T>()
      return (element: Element): T => {
        const said = known.get(element)
        if (said !== undefined) return said
        const found = find(element)
        known.set(element, found)
        return found
      }
    }
    const boxOf = once(element => element.getBoundingClientRect())
    const styleOf = once(element => {
      const {overflow, overflowX, overflowY, textOverflow, webkitLineClamp, position, clipPath} =
        getComputedStyle(element)
      return {overflow, overflowX, overflowY, textOverflow, webkitLineClamp, position, clipPath}
    })
    /** Kept in the page for screen readers, where no eye sees it. */
    const isForEarsOnly: (element: Element) => boolean = once(element => {
      const {width: wide, height: high} = boxOf(element)
      const {clipPath, overflow} = styleOf(element)
      if (clipPath === 'inset(50%)' || (overflow === 'hidden' && wide <= 1 && high <= 1)) return true
      return element.parentElement !== null && isForEarsOnly(element.parentElement)
    })
    const scrolls = (value: string) => value === 'auto' || value === 'scroll'

    /**
     * The visible or scrollable part of a box; `cut` is the part lost on each axis without an
     * ellipsis.
     */
    function seenOf(box: DOMRect, from: Element) {
      let {left, right, top, bottom} = box
      let [reachableX, reachableY] = [false, false]
      let [cutX, cutY] = [0, 0]
      let hasEllipsis = false
      for (let at: Element | null = from; at; at = at.parentElement) {
        const style = styleOf(at)
        const outer = boxOf(at)
        hasEllipsis ||= style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        if (style.overflowX !== 'visible') {
          if (scrolls(style.overflowX)) reachableX = true
          else if (!reachableX && !hasEllipsis) cutX = Math.max(cutX, right - outer.right, outer.left - left)
          ;[left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)]
        }
        if (style.overflowY !== 'visible') {
          if (scrolls(style.overflowY)) reachableY = true
          else if (!reachableY && !hasEllipsis) cutY = Math.max(cutY, bottom - outer.bottom, outer.top - top)
          ;[top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)]
        }
        if (style.position === 'fixed') break
      }
      return {left, right, top, bottom, cutX, cutY, reachableX}
    }
    type Seen = ReturnType<typeof seenOf>
    /** What floats over the page may cover it. */
    const layerOf: (element: Element) => Element | null = once(element =>
      element.matches('[role=menu], dialog, [popover], .selection-bar') ||
      /fixed|sticky/.test(styleOf(element).position)
        ? element
        : element.parentElement && layerOf(element.parentElement),
    )
    const isOnTop = (element: Element, {left, right, top, bottom}: Seen) => {
      if (right - left < 2 || bottom - top < 2 || left < 0 || top < 0 || right > width || bottom > height) return false
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }
    const overlap = (one: Seen, other: Seen) =>
      Math.min(
        Math.min(one.right, other.right) - Math.max(one.left, other.left),
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
      )

    if (document.documentElement.scrollWidth > width)
      faults.add(`the page scrolls sideways: ${document.documentElement.scrollWidth} in ${width}`)

    for (const element of document.querySelectorAll('body *'))
      if (
        element.scrollWidth > element.clientWidth + 1 &&
        scrolls(getComputedStyle(element).overflowX) &&
        !element.matches('pre, textarea, input, pre *, .code-area *') &&
        isShown(element)
      )
        faults.add(`scrolls sideways: ${named(element)}`)

    const texts: {text: string; element: Element; seen: Seen}[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.nodeValue?.trim() ?? ''
      if (!element || text === '' || element.closest('option, textarea, script, style') || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        const seen = seenOf(box, element)
        // A line is higher than its letters.
        if (seen.cutX > 1 || seen.cutY > 4)
          faults.add(`cut off: ${named(element)} in ${named(element.parentElement ?? element)}`)
        if (isOnTop(element, seen)) texts.push({text, element, seen})
      }
    }
    texts.forEach((one, index) => {
      for (const other of texts.slice(index + 1))
        if (
          overlap(one.seen, other.seen) > 4 &&
          one.element !== other.element &&
          layerOf(one.element) === layerOf(other.element)
        )
          faults.add(`written over each other: “${one.text.slice(0, 30)}” and “${other.text.slice(0, 30)}”`)
    })

    const shown = [...document.querySelectorAll(controls)].filter(
      element => isShown(element) && !element.matches('[tabindex="-1"]:not([role])'),
    )
    const tops: {element: Element; seen: Seen}[] = []
    for (const element of shown) {
      const box = element.getBoundingClientRect()
      const seen = seenOf(box, element)
      if (!seen.reachableX && (box.right > width + 1 || box.left < -1)) faults.add(`out of reach: ${named(element)}`)
      if (seen.cutX > 1) faults.add(`cut off: ${named(element)}`)
      if (isOnTop(element, seen)) tops.push({element, seen})
    }
    tops.forEach(({element, seen}, index) => {
      for (const other of tops.slice(index + 1))
        if (
          overlap(seen, other.seen) > 1 &&
          !element.contains(other.element) &&
          !other.element.contains(element) &&
          layerOf(element) === layerOf(other.element)
        )
          faults.add(`over each other: ${named(element)} and ${named(other.element)}`)
    })

    const toast = document.querySelector('.toasts[data-shown]')
    const lid = toast?.getBoundingClientRect()
    /** How far it can still be moved up. */
    const scrollableOf = (element: Element) => {
      let far = 0
      for (let at = element.parentElement; at; at = at.parentElement)
        if (scrolls(getComputedStyle(at).overflowY)) far += at.scrollHeight - at.clientHeight - at.scrollTop
      return far
    }
    for (const element of shown) {
      if (!lid || toast?.contains(element) || element.closest('[role=menu], dialog')) continue
      const box = element.getBoundingClientRect()
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
      if (x > lid.left && x < lid.right && y < lid.bottom && y > lid.top && y - scrollableOf(element) > lid.top)
        faults.add(`beneath the toast, wherever one scrolls: ${named(element)}`)
    }

    /**
     * What counts as a hit of the control: itself, its label, or for a link the row that opens it.
     */
    const takes = (element: Element, hit: Element | null) =>
      hit !== null &&
      (element.contains(hit) ||
        layerOf(hit) !== layerOf(element) ||
        [...((element as HTMLInputElement).labels ?? [])].some(label => label.contains(hit)) ||
        (element.matches('a') && element.closest('[role=row], .rule-row')?.contains(hit) && !hit.closest(controls)))
    for (const {element, seen} of tops) {
      // At the edge of what scrolls there may be half of a control.
      const box = element.getBoundingClientRect()
      if (seen.right - seen.left < box.width - 0.1 || seen.bottom - seen.top < box.height - 0.1) continue
      // A link inside a sentence is as high as its line.
      if (element.matches('a') && getComputedStyle(element).display === 'inline') continue
      // A checkbox is hit with its label.
      const whole = element.closest('label')?.getBoundingClientRect() ?? box
      const [x, y] = [whole.left + whole.width / 2, whole.top + whole.height / 2]
      const isHitAt = (atX: number, atY: number) =>
        atX < 0 || atY < 0 || atX >= width || atY >= height || takes(element, document.elementFromPoint(atX, atY))
      // Its drawing need not stand in the middle of what takes the pointer.
      const shifts = [0, -4, 4, -6, 6]
      const hits = shifts.some(dx =>
        shifts.some(dy => [-11, 11].every(far => isHitAt(x + dx + far, y + dy) && isHitAt(x + dx, y + dy + far))),
      )
      if (!hits)
        faults.add(
          `smaller than 24 pixels: ${named(element)}, ${Math.round(seen.right - seen.left)} × ${Math.round(seen.bottom - seen.top)}`,
        )
    }
    return [...faults]
  })
