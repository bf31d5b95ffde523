import type {Page} from '@playwright/test'
import type {LibraryView} from '../../../src/model/views'
import {findOverridden} from '../../../src/simulator/overridden'
import {needsAttention} from '../../../src/ui/sentences/problems'
import type {Entry} from './entry'

/** What the pages mark of a library once they have compared the rules. */
export type Marks = {readonly hidden: ReadonlySet<string>; readonly problems: number}

export function marksOf({rules, groups}: LibraryView): Marks {
  const work = findOverridden({rules, groups, paused: false}, null)
  for (;;) {
    const step = work.next()
    if (!step.done) continue
    const hidden = new Set(step.value.keys())
    return {hidden, problems: rules.filter(view => needsAttention(view) || hidden.has(view.id)).length}
  }
}

/** In milliseconds: on a busy machine a page has nothing else to do for seldom moments only. */
const patience = 50_000

/** Waits until a page has marked them: that comes when there is nothing else to do. */
export async function marked(page: Page, {page: kind, at = '#/rules', unanswered}: Entry, {hidden, problems}: Marks) {
  if (kind !== 'options' || unanswered === true || hidden.size === 0) return
  // What is around a state may be wrong with one rule more.
  const counted = new RegExp(`^(?:${problems}|${problems + 1}) problems?$`)
  if (at === '#/rules') await page.getByRole('button', {name: counted}).waitFor({timeout: patience})
  if (hidden.has(at.replace('#/rules/', '')))
    await page.getByText('Overridden', {exact: true}).first().waitFor({timeout: patience})
}
