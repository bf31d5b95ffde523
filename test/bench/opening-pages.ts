import {mixedRules} from '../samples/mixed-rules'
import {atWork, blank} from './library'
import type {Figure} from './measure'
import {measured} from './opening'
import {figureOf, longestTask, ms} from './rows'

const counts = [0, 1_000, 10_000] as const

/** ui.md: 100 ms to the popup's first rows with 1,000 rules, where a blank page takes 40. */
const promised = 100 / 40

/**
 * How many times as long as a blank page each may take or work to its first rows, and take until it stands still: a ratio holds on any machine. With
 * 10,000 rules the rest goes on coming after the first rows.
 */
const pages = [
  {
    name: 'Popup',
    path: 'popup.html',
    work: 5,
    first: {0: 2.5, 1_000: promised, 10_000: 4},
    settled: {0: 5, 1_000: 7, 10_000: 12},
  },
  {
    name: 'Options',
    path: 'options.html#/rules',
    work: 7,
    first: {0: 5, 1_000: 7, 10_000: 8},
    settled: {0: 6, 1_000: 12, 10_000: 24},
  },
] as const
/** Popup and options beside a blank page of the extension, with few and with many rules. */
export const benchOpening = (): Promise<Figure[]> =>
  atWork(async ({app, pace, hold}) => {
    const figures: Figure[] = []
    for (const count of counts) {
      const {size} = await hold(mixedRules(count))
      for (const {name, path, work, first, settled} of pages) {
        const rows = count === 0 ? 'main :is(h1, h2)' : 'main [role=switch]'
        const {page, blank: bare, ratio, tasks} = await measured(app, path, rows, blank)
        figures.push(
          figureOf(
            `${name}, ${size}: first rows`,
            `${ms(page.first)}; blank page ${ms(bare.first)}`,
            ratio.first,
            first[count],
            '×',
          ),
          figureOf(
            `${name}, ${size}: work until then`,
            `${ms(page.worked)}; blank page ${ms(bare.worked)}`,
            ratio.worked,
            work,
            '×',
          ),
          figureOf(`${name}, ${size}: settled`, ms(page.settled), ratio.settled, settled[count], '×'),
          longestTask(`${name}, ${size}: longest task`, tasks, pace),
        )
      }
    }
    return figures
  })
